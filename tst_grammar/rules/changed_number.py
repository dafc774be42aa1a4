"""A number has another value than in the source.

## What it does
Finds a number of the annotated text that stands in the place of another number of the source text.

## Why is this bad?
`1k 243` is as well written as `1k 234`, so no other rule can find that two digits have changed places.

## Example
```tst against=It sold 1,234 units.
It sold 1k 243 units.
```

## Use instead
```tst against=It sold 1,234 units.
It sold 1k 234 units.
```

## Fix safety
None: one of the two texts is wrong, and it cannot be told which.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
