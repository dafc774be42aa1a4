"""A comma stands where TST has its point.

## What it does
Finds a number whose groups of the fraction follow a comma: `1k 234, 500p`.

## Why is this bad?
The point is what joins a fraction to its integer. In running text `restore` takes the number to end before
the comma, and leaves the groups behind it as text.

## Example
```tst
It weighs 1k 234, 500p grams.
```

## Use instead
```tst
It weighs 1k 234. 500p grams.
```

## Fix safety
Unsafe: the comma may also stand between the items of a list.
"""

from collections.abc import Iterator

from tst_grammar.diagnostics import Severity, Span
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield a comma that is read as a point."""
    for piece in suspect.pieces:
        if piece.kind == "point" and piece.raw == ",":
            yield Span(piece.start, piece.end), "the point of TST is '.', not ','"
