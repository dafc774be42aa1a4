"""A marker has no digits.

## What it does
Finds a marker without digits of its own, such as the second of two in a row, in a scheme that writes markers
apart.

## Why is this bad?
A marker gives the digits beside it their magnitude. Without digits it says nothing, and whether a group was
lost or a marker doubled makes a large difference to the value.

## Example
```tst scheme=option-a tokens
100 k k 400
```

## Use instead
```tst scheme=option-a tokens
100 k 400
```

## Fix safety
None: digits may be missing, or the marker may be one too many.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
