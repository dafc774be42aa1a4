"""A marker stands alone where the scheme joins it to its digits.

## What it does
Finds a word such as `k` with a space between it and its digits, in a scheme that writes `234k`. A number
with all its markers apart is left to `mixed-scheme` in running text.

## Why is this bad?
`234` is the token of the plain units, and a lone `k` is no token of this scheme. The group that was meant is
one token, `234k`; without it `restore` leaves the number alone.

## Example
```tst
It has 1m 234 k 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Safe: digits and markers stay the same, without the space between them.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
