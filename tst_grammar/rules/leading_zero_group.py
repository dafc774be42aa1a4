"""The first of several groups is zero.

## What it does
Finds a TST number that starts with a group of zeros, such as `0k`, although smaller groups follow.

## Why is this bad?
A number starts with its first digit that counts. `0k 123` is a longer spelling of `123`, with a token `0k`
that encoding never writes, and `restore` leaves it alone.

## Example
```tst
It has 0k 123 cells.
```

## Use instead
```tst
It has 123 cells.
```

## Fix safety
Safe: a first group of zeros adds nothing to the value.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
