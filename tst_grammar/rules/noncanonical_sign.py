"""A sign is not the plain minus `-`.

## What it does
Finds a plus, or a minus other than the `-` of the keyboard, inside the delimiters of a TST number or in a
list of tokens. A plus outside of delimiters belongs to the text, where it is often an operator, and is not
found; a dash there is left to `confusable-sign`.

## Why is this bad?
`+5k 000` is a second spelling of `5k 000`, and its plus a token that encoding never writes.

## Example
```tst delimiters=⟦⟧
It gained ⟦+5k 000⟧ points.
```

## Use instead
```tst delimiters=⟦⟧
It gained ⟦5k 000⟧ points.
```

## Fix safety
Safe: a plus does not change the value, and every other kind of minus means the same as `-`.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
