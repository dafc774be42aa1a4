"""The grammar of one number, compiled: `number.lark` with a locale's marks, but for words of money."""

import re
from functools import lru_cache

from tst_grammar import grammar, runners
from tst_grammar.locales import Locale
from tst_grammar.roles import compiled
from tst_grammar.runner import Runner
from tst_grammar.runners import runner_of


def reader(locale: Locale, *, native: bool | None = None) -> Runner:
    """Return what reads a text that is one number, as the locale writes it."""
    return _reader(locale.terminals, runners.NATIVE if native is None else native)


@lru_cache(64)
def _reader(terminals: grammar.Overrides, native: bool) -> Runner:  # noqa: FBT001
    text = grammar_of_number(terminals)
    return runner_of(text, lambda: compiled(text), native=native)


def grammar_of_number(terminals: grammar.Overrides) -> str:
    """Return the grammar of texts that are one number, or something else.

    Words of money are something else here, because their letters could be the mark of an exponent, and so
    is 10**9, whose first star could be a multiplication.

    >>> from tst_grammar.locales import find_locale
    >>> print(grammar_of_number(find_locale("de").terminals).splitlines()[3])
    start: written | OTHER
    """
    names = re.findall(r"^(_?[A-Z][A-Z_]*)[.:]", grammar.text_of("number"), re.MULTILINE)
    lines = [
        f"%import number ({', '.join(names)})",
        "%import number.start -> written",
        "%import terminals (NONZERO, DIGIT, TEN, BIDI, SPACE, APOSTROPHE)",
        "start: written | OTHER",
        r"OTHER: /[\s\S]+/",
        *(rf"%override {name}: /(?!\.)\./" for name in ("MONEY_CODE", "MONEY_WORD")),
        '%override TEN_TO.2: BIDI~0..3 TEN "^"',
        *(f"%override {name}: {definition}" for name, definition in terminals),
    ]
    return "\n".join(lines)
