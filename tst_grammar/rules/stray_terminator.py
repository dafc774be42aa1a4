"""A terminator stands where the scheme writes none.

## What it does
Finds a terminator such as `[T1]` behind a fraction, in a scheme without terminators.

## Why is this bad?
A model that was trained on such a scheme has never seen the token. `restore` ends the number before it, and
`5.5 [T1]` is what people get to read.

## Example
```tst scheme=gst-4
It weighs 5. 5000p [T1] grams.
```

## Use instead
```tst scheme=gst-4
It weighs 5. 5000p grams.
```

## Fix safety
Safe: a terminator only counts how many digits were written, so the value is the same without it.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
