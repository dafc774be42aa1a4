"""A terminator does not fit the group before it.

## What it does
Finds a terminator that cuts off digits other than zeros, or counts more digits than the group has.

## Why is this bad?
`120p [T1]` claims that one digit was written, but shows two. One of the two tokens is wrong, and `restore`
leaves the number alone.

## Example
```tst scheme=terminated
It weighs 0. 120p [T1] grams.
```

## Use instead
```tst scheme=terminated
It weighs 0. 120p [T2] grams.
```

## Fix safety
Unsafe: the fix keeps the digits and corrects the count, but the digits may be what is wrong.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
