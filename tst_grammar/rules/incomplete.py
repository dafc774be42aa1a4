"""A number ends before its digits.

## What it does
Finds a list of tokens that stops after a sign or a currency.

## Why is this bad?
Something was cut off, as happens when a model reaches the most tokens that it may write. There is no value,
not even zero.

## Example
```tst tokens
-
```

## Use instead
```tst tokens
- 5k 000
```

## Fix safety
None: the digits are not there.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
