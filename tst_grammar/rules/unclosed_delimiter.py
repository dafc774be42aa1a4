"""An opening delimiter has no closing one.

## What it does
Finds the delimiter that stands before a number, without the one that stands behind it.

## Why is this bad?
Where delimiters are set, only what stands between two of them is a number. `restore` finds no end here, and
leaves the number and its delimiter in the text.

## Example
```tst delimiters=⟦⟧
It has ⟦1k 234 cells.
```

## Use instead
```tst delimiters=⟦⟧
It has ⟦1k 234⟧ cells.
```

## Fix safety
None: it cannot be told for certain where the number should have ended.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
