"""A number is not in the source.

## What it does
Finds a number of the annotated text that the source text does not have.

## Why is this bad?
Nobody wrote this number, but it looks just like those that somebody did. A model learns it as a fact.

## Example
```tst against=It sold units.
It sold 1k 234 units.
```

## Use instead
```tst against=It sold units.
It sold units.
```

## Fix safety
None: the number may be invented, or the source may be of another version.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
