"""The last group of a fraction is zero.

## What it does
Finds a fraction that ends in a group of zeros, in a scheme without terminators such as `[T1]`.

## Why is this bad?
0.1, 0.10 and 0.1000 are one value with one spelling, `0. 100p`. `restore` reads as far as that, and what is
left of the rest is `0.1 000pp`.

## Example
```tst
It weighs 0. 100p 000pp grams.
```

## Use instead
```tst
It weighs 0. 100p grams.
```

## Fix safety
Safe: zeros at the end of a fraction do not change its value.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
