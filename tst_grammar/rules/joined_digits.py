"""A token holds several digits where the scheme writes one.

## What it does
Finds two or more digits without a space between them, in a scheme that gives each digit a token of its own.

## Why is this bad?
The point of such a scheme is a vocabulary of single digits, in which there is no `34k`. `restore` begins
anew after it: here it writes `1m 2 34k 567`.

## Example
```tst scheme=digit-hybrid
It has 1m 2 34k 5 6 7 cells.
```

## Use instead
```tst scheme=digit-hybrid
It has 1m 2 3 4k 5 6 7 cells.
```

## Fix safety
Safe: the same digits stay in the same order, with spaces between them.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
