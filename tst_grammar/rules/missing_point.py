"""No point comes before a fraction.

## What it does
Finds a fraction group such as `500p` with no point before it. In a scheme that always writes a point, it
also finds a number that ends without one.

## Why is this bad?
`restore` takes the number to end before the fraction: here it writes `1234 500p`, and the half is lost. A
model has learnt `500p` behind a point only.

## Example
```tst
It weighs 1k 234 500p grams.
```

## Use instead
```tst
It weighs 1k 234. 500p grams.
```

## Fix safety
Unsafe: each group names its magnitude, so there is only one place for the point; but `500p` may also be a
word of its own, as in `1k 234 720p films`.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
