"""A number has two currencies, or a currency and a percent sign.

## What it does
Finds a TST number with a currency on both sides, or with a currency before it and a percent sign behind it.

## Why is this bad?
A number is an amount of money or a percentage, not both. The digits can be read, but nobody can say what
they count.

## Example
```tst
It costs $5k 000% more.
```

## Use instead
```tst
It costs $5k 000 more.
```

## Fix safety
None: either of the two marks may be the wrong one.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
