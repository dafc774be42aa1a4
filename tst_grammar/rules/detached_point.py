"""The point of a TST number has the wrong spaces around it.

## What it does
Finds a point that is not joined to the group before it, or has no single space behind it: `1k 234 . 500p`
and `1k 234.500p`.

## Why is this bad?
In running text `restore` takes the number to end before such a point. Here it writes `1234.500p`, and a
stray `p` is left in the text.

## Example
```tst
It weighs 1k 234.500p grams.
```

## Use instead
```tst
It weighs 1k 234. 500p grams.
```

## Fix safety
Safe: the groups and the point stay the same, and only spaces change.
"""

from collections.abc import Iterator
from itertools import pairwise

from tst_grammar.diagnostics import Severity, Span
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield a point that is not glued to the group before it, or to which the next group is glued."""
    for one, two in pairwise(suspect.pieces):
        is_loose = two.kind == "point" and one.end < two.start
        is_stuck = one.kind == "point" and two.kind == "word" and one.end == two.start
        if is_loose or is_stuck:
            point = two if is_loose else one
            wrong = "a space stands before the point" if is_loose else "no space follows the point"
            yield Span(point.start, point.end), wrong
