"""The space between two groups is not one plain space.

## What it does
Finds two spaces, a no-break space or a tab between the groups of a TST number. Web pages and word processors
often put them there.

## Why is this bad?
Groups belong together when there is one plain space between them. With anything else there, `restore` sees
pieces that are no numbers, and leaves them alone.

## Example
```tst
It has 1k  234 cells.
```

## Use instead
```tst
It has 1k 234 cells.
```

## Fix safety
Safe: the groups stay the same, and each names its magnitude.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
