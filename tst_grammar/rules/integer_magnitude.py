"""A group behind the point has the marker of an integer group.

## What it does
Finds a marker such as `k` or `m` behind the point, where only `p`, `pp` and so on can stand. It looks between
delimiters only: elsewhere the point may end a sentence.

## Why is this bad?
Nothing behind the point is worth thousands: the letter is wrong, or the point is. `restore` leaves the number
as it is.

## Example
```tst delimiters=⟦⟧
It weighs ⟦0. 100k⟧ grams.
```

## Use instead
```tst delimiters=⟦⟧
It weighs ⟦0. 100p⟧ grams.
```

## Fix safety
None: it may be the marker that is wrong, or the point.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
