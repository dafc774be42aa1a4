"""A TST number has more integer digits than the scheme holds.

## What it does
Finds a group before the point that is larger than any of the scheme. The default scheme holds 18 digits
there, and its largest group is `q`.

## Why is this bad?
The vocabulary ends with the scheme's largest group, so no model has learnt a larger one. As digits are never
cut off in silence, the number is not read at all.

## Example
```tst tokens
1e18 000q 000t 000b 000m 000k 000
```

## Use instead
A smaller number, as with a larger unit, or a scheme with more `integer_digits`:
```tst tokens
1q 000t 000b 000m 000k 000
```

## Fix safety
None: with fewer digits it would be another number.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
