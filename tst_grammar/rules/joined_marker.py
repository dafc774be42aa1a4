"""A marker is joined to its digits where the scheme writes it apart.

## What it does
Finds a word such as `234k` in a scheme that writes `234 k`. A number with all its markers joined is left to
`mixed-scheme` in running text.

## Why is this bad?
In such a scheme a handful of markers serves all groups. `234k` is not among its tokens, so a model would see
it in pieces of some other kind, and `restore` leaves the number alone.

## Example
```tst scheme=option-a
It has 1 m 234k 567 cells.
```

## Use instead
```tst scheme=option-a
It has 1 m 234 k 567 cells.
```

## Fix safety
Safe: digits and markers stay the same, with a space between them.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
