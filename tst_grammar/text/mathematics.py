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


def has_signed_mathematics(text: str) -> bool:
    """Tell whether a text has a sign beside a dollar sign of mathematics, so that it looks like signed money.

    >>> [has_signed_mathematics(each) for each in ("$-5$", "\u2212$5$", "$5-6$", "-$5")]
    [True, True, False, False]
    """
    return any(
        unicodedata.category(beside) in _SIGNS
        for span in mathematics(text)
        for beside in (
            *text[max(span.start - 1, 0) : span.start],
            *text[span.start : span.end].strip("$")[:1],
            *text[span.end : span.end + 1],
        )
    )
