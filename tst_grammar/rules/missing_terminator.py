"""No terminator ends a fraction.

## What it does
Finds a fraction without a terminator such as `[T1]`, in a scheme that writes one.

## Why is this bad?
Without it nothing says how many of the last group's digits were written: `0.5`, `0.50` and `0.500` look the
same.

## Example
```tst scheme=terminated
0. 500p
```

## Use instead
```tst scheme=terminated
0. 500p [T1]
```

## Fix safety
Unsafe: the fix counts no zeros at the end, but some may have been written.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
