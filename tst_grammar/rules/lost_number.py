"""A number of the source is missing.

## What it does
Finds a number of the source text that the annotated text does not have.

## Why is this bad?
The annotated text no longer says what its source says, and a model trained on it learns the sentence without
its number.

## Example
```tst against=It sold 1,234 units.
It sold units.
```

## Use instead
```tst against=It sold 1,234 units.
It sold 1k 234 units.
```

## Fix safety
None: the number is known, but not for certain where it belongs.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
