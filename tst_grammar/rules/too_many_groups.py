"""There are more groups than any number of the scheme has.

## What it does
Finds a list of tokens that goes on long after any number of the scheme would have ended.

## Why is this bad?
A model caught in a loop writes one group after another. Such a list has no value, and reading stops here, so
that one without end cannot fill the memory.

## Example
```tst tokens
1m 000k 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000
```

## Use instead
```tst tokens
1m 000k 000
```

## Fix safety
None: it cannot be told where the number should have ended.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
