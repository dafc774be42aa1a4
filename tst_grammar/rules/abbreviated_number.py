"""A single group such as `100k` looks like TST but is no number of it.

## What it does
Finds digits with a marker that stand alone, the way people shorten numbers.

## Why is this bad?
In TST 100000 is `100k 000`. A model sees the same token `100k` in both, once with its units and once
without, and `restore` leaves the short one alone.

## Example
```tst
The prize is 100k this year.
```

## Use instead
```tst
The prize is 100k 000 this year.
```

## Fix safety
Unsafe: the fix adds groups of zeros, but the text may mean something else, as `100m` may mean metres.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.WARNING
