"""Reads one number by tables: `number.lark` with a locale's marks, but without currency words."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tst_grammar.automata import engine, grammar
from tst_grammar.automata.runner import Runner
from tst_grammar.notation.locales import Locale
from tst_grammar.notation.number import Number, Spans
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import number_runner_of

if TYPE_CHECKING:
    from tst_grammar.automata._kernel import Record


TERMINALS = (
    *("PLAIN", "GROUPED", "POINT", "FRACTION", "GROUPED_FRACTION", "NO_CENTS"),
    *("E", "EXPONENT", "EXPONENT_MINUS", "EXPONENT_PLUS"),
    *("TIMES_TEN", "TIMES_TEN_BRACE", "TIMES_TEN_SUPER", "TEN_TO", "TEN_TO_BRACE", "TEN_SUPER"),
    *("BRACE", "TIMES", "CARET", "SUPERSCRIPT"),
    *("NEGATIVE", "POSITIVE", "HUNDREDTHS", "THOUSANDTHS"),
    *("MONEY_SIGN", "MONEY_CODE", "MONEY_WORD", "WORD", "WORD_MARK"),
    *("OPEN", "CLOSE", "GAP", "_TRAILING_BIDI"),
)
"""The terminals of `number.lark`. Asking Lark for them would cost more than reading a number by tables."""


def number_runner(locale: Locale, *, native: bool | None = None) -> Runner[Parts]:
    """Return the runner for texts that are one number, as the locale writes it."""
    return _runner(locale.terminals, engine.NATIVE if native is None else native)


@lru_cache(64)
def _runner(terminals: grammar.Overrides, native: bool) -> Runner[Parts]:  # noqa: FBT001
    return number_runner_of(grammar_of_number(terminals), native=native)


def table_reader(runner: Runner[Parts], spans: Callable[[str], Spans]) -> Callable[[str], Number | None]:
    """Return a function that reads a number by tables, or returns None for text that needs the full parser.

    `spans` computes the spans of the parts when they are first used.
    """
    if runner.kernel:
        read, record = runner.kernel.number, _record()
        return lambda text: read(text, record, spans)
    return lambda text: Number(*parts, source=text, spans=spans) if (parts := runner.parts(text)) else None


@cache
def _record() -> "Record[Number]":
    from attrs import fields  # noqa: PLC0415

    from tst_grammar.automata._kernel import Record  # noqa: PLC0415 -- it may not be built

    return Record(Number, tuple(each.name for each in fields(Number)))


def grammar_of_number(terminals: grammar.Overrides) -> str:
    """Return the grammar of texts that are one number, or something else.

    Numbers with currency words are something else here, because a letter could also mark an exponent. So is
    10**9, because its first star could also be a multiplication sign.

    >>> from tst_grammar.notation.locales import find_locale
    >>> print(grammar_of_number(find_locale("de").terminals).splitlines()[3])
    start: written | OTHER
    """
    lines = [
        f"%import number ({', '.join(TERMINALS)})",
        "%import number.start -> written",
        "%import terminals (NONZERO, DIGIT, TEN, NO_DASH, BIDI, SPACE, APOSTROPHE)",
        "start: written | OTHER",
        r"OTHER: /[\s\S]+/",
        *(rf"%override {name}: /(?!\.)\./" for name in ("MONEY_CODE", "MONEY_WORD")),
        '%override TEN_TO.2: BIDI~0..3 TEN "^"',
        *(f"%override {name}: {definition}" for name, definition in terminals),
    ]
    return "\n".join(lines)
