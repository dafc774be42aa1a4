"""A bare group directly follows a number, so that the two may be one.

## What it does
Finds a number with magnitudes and right behind it a full group without a marker, such as `1k 234 567`.

## Why is this bad?
`restore` reads two numbers here, 1234 and 567. If one was meant, its first marker is wrong, and 1234567
comes out in two pieces.

## Example
```tst
It has 1k 234 567 cells.
```

## Use instead
One number, or a word or comma between two:
```tst
It has 1m 234k 567 cells.
```

## Fix safety
None: only the author knows whether these are one number or two.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.WARNING
