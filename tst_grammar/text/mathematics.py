r"""Tells the dollar signs around mathematics, as in `$12k 345$`, from those of money."""

import re
import unicodedata
from collections.abc import Iterator

from tst_grammar.diagnostics import Span

_MATHEMATICS = re.compile(r"\$(?<![\\$]\$)(\$?)(?![\s$])[^$\n]*(?<![\s\\])\$\1(?![0-9$])")

_SIGNS = ("Cf", "Pd", "Sm")
"""The Unicode categories of signs, and of the invisible characters that may come after one."""


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


def has_doubtful_mathematics(text: str) -> bool:
    """Tell whether a text has a sign or a number beside a dollar sign of mathematics.

    Without a look at the pair of dollar signs, these would be read as signed money.

    >>> [has_doubtful_mathematics(each) for each in ("$-5$", "\u2212$5$", "$5$.5", "$5-6$.", "-$5")]
    [True, True, True, False, False]
    """
    return any(
        any(unicodedata.category(each) in _SIGNS for each in _beside(text, span))
        or any(map(str.isdecimal, text[span.end : span.end + 5]))
        for span in mathematics(text)
    )


def _beside(text: str, span: Span) -> str:
    """Return the characters beside the dollar signs: before, inside and after."""
    inside = text[span.start : span.end].strip("$")
    return text[max(span.start - 1, 0) : span.start] + inside[:1] + inside[-1:] + text[span.end : span.end + 1]
