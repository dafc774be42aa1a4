"""A marker is a capital letter.

## What it does
Finds `1K 234` where the scheme writes `1k 234`.

## Why is this bad?
`1K` and `1k` are two tokens, and a model has learnt only the second. `restore` leaves the number alone.

## Example
```tst
It has 1K 234 cells.
```

## Use instead
```tst
It has 1k 234 cells.
```

## Fix safety
Safe: only the case of the letter changes, and no other marker has that letter.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
