"""Groups have no space between them.

## What it does
Finds a TST number that is written as one word, such as `1m234k567`.

## Why is this bad?
It looks like a part number or a password, and is treated like one: `restore` leaves it alone, and a model
sees none of the three groups as a token.

## Example
```tst
It has 1m234k567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Safe: the markers show where each group ends.
"""

from collections.abc import Iterator
from itertools import pairwise

from tst_grammar.diagnostics import Severity, Span, quoted
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield a number whose groups run together, once."""
    for one, two in pairwise(suspect.pieces):
        if one.kind == "word" and two.kind in ("word", "terminator") and one.end == two.start:
            yield Span(suspect.start, suspect.end), f"the groups of {quoted(suspect.raw)} run together"
            return
