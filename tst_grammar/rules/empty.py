"""There is no token at all.

## What it does
Finds an empty list of tokens where a number is due.

## Why is this bad?
Nothing is not zero. Whoever reads an empty list as 0 puts a value into the data that nobody wrote.

## Example
```tst tokens

```

## Use instead
The number, which may be zero:
```tst tokens
0
```

## Fix safety
None: there is nothing to mend.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
