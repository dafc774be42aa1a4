"""Zero has a sign.

## What it does
Finds a minus before a TST number whose digits are all zeros. A small number below zero that was rounded is a
common cause.

## Why is this bad?
There is only one zero. With `-0` beside `0`, a model meets two spellings of the same value.

## Example
```tst scheme=terminated
It is -0. 000p [T1] degrees.
```

## Use instead
```tst scheme=terminated
It is 0. 000p [T1] degrees.
```

## Fix safety
Safe: zero is the same with and without a sign.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
