"""A token stands where something else must.

## What it does
Finds a token of TST at a place where no number has it, such as a second point.

## Why is this bad?
Each token is right by itself, but together they are no number. Whatever is read past this place is a guess.

## Example
```tst tokens
5 . . 500p
```

## Use instead
```tst tokens
5 . 500p
```

## Fix safety
None: the token may be one too many, or others may be missing before it.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
