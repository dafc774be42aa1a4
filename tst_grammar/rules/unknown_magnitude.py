"""A marker is none of the scheme's.

## What it does
Finds letters joined to the digits of a TST number that are no marker of the scheme. The default scheme has
`k`, `m`, `b`, `t` and `q` before the point, and `p`, `pp` and so on behind it.

## Why is this bad?
The letters have no value here: a billion is `b` and not `g`. `restore` begins the number after them, and
reads 234567000: the largest of the four groups is lost.

## Example
```tst
It has 1g 234m 567k 000 cells.
```

## Use instead
```tst
It has 1b 234m 567k 000 cells.
```

## Fix safety
None: the scheme does not say what the letters were meant to be.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
