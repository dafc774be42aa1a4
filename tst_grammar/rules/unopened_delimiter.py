"""A closing delimiter has no opening one.

## What it does
Finds the delimiter that stands behind a number, without the one that stands before it.

## Why is this bad?
`restore` looks for an opening delimiter first, so it passes over this number, and people get to read `234⟧`.

## Example
```tst delimiters=⟦⟧
It has 1k 234⟧ cells.
```

## Use instead
```tst delimiters=⟦⟧
It has ⟦1k 234⟧ cells.
```

## Fix safety
None: it cannot be told for certain where the number should have begun.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
