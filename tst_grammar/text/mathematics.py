r"""Tells the dollar signs around mathematics, as in `$12k 345$`, from those of money."""

import re
from collections.abc import Iterator

from tst_grammar.diagnostics import Span

_MATHEMATICS = re.compile(r"\$(?<![\\$]\$)(\$?)(?![\s$])[^$\n]*(?<![\s\\])\$\1(?![0-9$])")


def mathematics(text: str) -> Iterator[Span]:
    r"""Yield the places of mathematics between dollar signs, with these signs.

    A sign that opens it is followed by a non-blank. The next sign in the same line closes it, if it follows a
    non-blank and no digit comes after it. `\$` is neither.

    >>> text = "It is $12k 345$ for $5 or $6."
    >>> [text[span.start : span.end] for span in mathematics(text)]
    ['$12k 345$']
    """
    return (Span(*found.span()) for found in _MATHEMATICS.finditer(text)) if "$" in text else iter(())


def without_mathematics(text: str) -> str:
    """Return a text with brackets in place of the dollar signs around mathematics, so that none is money.

    >>> without_mathematics("It is $12k 345$ for $5.")
    'It is (12k 345) for $5.'
    """

    def bracketed(found: re.Match[str]) -> str:
        width = 1 + len(found[1])
        return f"{'(' * width}{found[0][width:-width]}{')' * width}"

    return _MATHEMATICS.sub(bracketed, text) if "$" in text else text


def has_mathematics(text: str) -> bool:
    """Tell whether a text has mathematics between dollar signs.

    >>> has_mathematics("$12k 345$"), has_mathematics("$5 or $6")
    (True, False)
    """
    return next(mathematics(text), None) is not None
