"""The point of a TST number has the wrong spaces around it.

## What it does
Finds a point that is not joined to the group before it, or has no single space behind it: `1k 234 . 500p`
and `1k 234.500p`.

## Why is this bad?
In running text `restore` takes the number to end before such a point. Here it writes `1234.500p`, and a
stray `p` is left in the text.

## Example
```tst
It weighs 1k 234.500p grams.
```

## Use instead
```tst
It weighs 1k 234. 500p grams.
```

## Fix safety
Safe: the groups and the point stay the same, and only spaces change.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
