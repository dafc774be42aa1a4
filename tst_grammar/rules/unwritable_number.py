"""A plain number has more digits than the scheme holds.

## What it does
Finds a plain number with more digits before or after its point than the scheme has groups for. The default
scheme holds 18 before the point and 15 after it.

## Why is this bad?
`annotate` never cuts digits off, so it leaves such a number as it is. The model then sees plain digits, in a
text whose other numbers all name their magnitudes.

## Example
```tst
A thousand years have 31,556,952,000,000,000,000 nanoseconds.
```

## Use instead
A larger unit, or a scheme with more `integer_digits` or `fraction_digits`:
```tst
A thousand years have 31b 556m 952k 000 seconds.
```

## Fix safety
None: with fewer digits it would be another number.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.WARNING
