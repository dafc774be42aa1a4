"""A marker is a capital letter.

## What it does
Finds `1M 234K 567` or `1K 234`, where the scheme writes small letters.

## Why is this bad?
`1K` and `1k` are two tokens, and a model has learnt only the second. `restore` leaves the number alone.

## Example
```tst
It has 1M 234K 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Safe: only the case of the letters changes. Where it is the number's only marker, the fix is unsafe, because
`4K 120` may mean something else.
"""

from collections.abc import Iterator

from tst_grammar.diagnostics import Severity, Span, quoted
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each word whose marker is of the other case."""
    for piece in suspect.pieces:
        pairs = zip(piece.raw, piece.text, strict=True)
        if any(one != two and one == two.swapcase() for one, two in pairs):
            yield Span(piece.start, piece.end), f"{quoted(piece.raw)} has its marker in the wrong case"
