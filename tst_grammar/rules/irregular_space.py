"""The space between two groups is not one plain space.

## What it does
Finds two spaces, a no-break space or a tab between the groups of a TST number. Web pages and word processors
often put them there.

## Why is this bad?
Groups belong together when there is one plain space between them. With anything else there, `restore` sees
pieces that are no numbers, and leaves them alone.

## Example
```tst
It has 1k  234 cells.
```

## Use instead
```tst
It has 1k 234 cells.
```

## Fix safety
Safe: the groups stay the same, and each names its magnitude.
"""

from collections.abc import Iterator
from itertools import pairwise

from tst_grammar.diagnostics import Severity, Span, quoted
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each space between groups, or after the point, that is not a single plain one."""
    for one, two in pairwise(suspect.pieces):
        space = suspect.raw[one.end : two.start]
        is_between = one.kind in ("word", "point") and two.kind in ("word", "terminator")
        if is_between and space not in ("", " "):
            yield Span(one.end, two.start), f"{quoted(space)} is not the single plain space between groups"
