"""A letter only looks like a marker.

## What it does
Finds a letter of another alphabet in the place of a marker: the Cyrillic `к` (U+043A) is not `k`.

## Why is this bad?
A person does not see the difference, but a tokenizer does: it has no `1к`. `restore` leaves the number
alone, and a search for `1k` does not find it.

## Example
```tst
It has 1к 234 cells.
```

## Use instead
```tst
It has 1k 234 cells.
```

## Fix safety
Safe: the letter looks like only one of the markers, and it stands where a marker must.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
