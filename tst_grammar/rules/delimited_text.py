"""What stands between delimiters is no number at all.

## What it does
Finds delimiters around words or anything else without the shape of a TST number.

## Why is this bad?
`restore` leaves it as it is, and the delimiters with it, in the text that people read. A model learns that
delimiters may hold anything, and writes such things itself.

## Example
```tst delimiters=⟦⟧
It has ⟦many⟧ cells.
```

## Use instead
```tst delimiters=⟦⟧
It has many cells.
```

## Fix safety
None: a number may be missing, or the delimiters may belong to the text.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
