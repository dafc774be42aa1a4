"""A plain number is not written as TST.

## What it does
Finds a number such as `1,234`, `0.5` or `1e6` that `annotate` would have written as TST. A whole number of
one group, such as `7` or `250`, looks the same in both, and is not found.

## Why is this bad?
A model that is trained on this text meets two ways to write numbers, and only one of them tells it the
magnitude of each digit. What it sees of `1,234` depends on where its tokenizer happens to cut.

## Example
```tst
It sold 1,234 units.
```

## Use instead
```tst
It sold 1k 234 units.
```

## Fix safety
Safe: the number is read in the locale that is set, and TST writes the same value.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.WARNING
