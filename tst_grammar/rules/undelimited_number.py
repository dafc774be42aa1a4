"""A TST number stands outside of delimiters.

## What it does
Finds a TST number with no delimiters around it, in a text whose numbers stand between delimiters.

## Why is this bad?
`restore` reads only what stands between delimiters, so `1k 234` stays as it is in the text that people read.

## Example
```tst delimiters=⟦⟧
It has 1k 234 cells.
```

## Use instead
```tst delimiters=⟦⟧
It has ⟦1k 234⟧ cells.
```

## Fix safety
Safe: delimiters are put around the number, which itself stays as it is.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
