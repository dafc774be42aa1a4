"""Letters before a currency sign name no currency.

## What it does
Finds letters joined to a currency sign that make no known currency with it, such as `UK$`; `US$` and `R$`
are known. It looks between delimiters only: elsewhere letters do not belong to a number.

## Why is this bad?
The amount cannot be trusted when its currency does not exist. It is also a token that encoding never writes,
so a model has not learnt it.

## Example
```tst delimiters=⟦⟧
It costs ⟦UK$5k 000⟧ each year.
```

## Use instead
```tst delimiters=⟦⟧
It costs ⟦US$5k 000⟧ each year.
```

## Fix safety
None: it cannot be told which currency was meant.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
