"""A group is padded with zeros where the scheme pads none.

## What it does
Finds zeros at the start of a TST number's first group, and at the start of any integer group in a scheme
with `fill="none"`.

## Why is this bad?
`2k 345` and `02k 345` would be two spellings of one value, and a model would have to learn both. `restore`
knows only the first and leaves the second alone.

## Example
```tst
It has 02k 345 cells.
```

## Use instead
```tst
It has 2k 345 cells.
```

## Fix safety
Safe: zeros before the other digits of a group do not change its value. Only where the group is a full one,
as in `034k 567`, it is unsafe: a group before it may be lost.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
