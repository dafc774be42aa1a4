"""A token in a list is not one of TST's.

## What it does
Finds a token that no scheme has at all, such as digits with a comma glued on.

## Why is this bad?
It has no value, so the number cannot be read. A list like this was cut by something else, mostly by a
model's own tokenizer, which puts digits and punctuation together as it likes.

## Example
```tst tokens
1m 234k 567,
```

## Use instead
```tst tokens
1m 234k 567
```

## Fix safety
None: it cannot be told which part of the token belongs to the number.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
