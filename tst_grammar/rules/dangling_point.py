"""No fraction follows the point.

## What it does
Finds a point at the end of a list of tokens, in a scheme that writes it only before a fraction. In running
text such a point ends the sentence, and is not found.

## Why is this bad?
The point promises a fraction. Without one, nobody can tell whether the number is whole or was cut off.

## Example
```tst tokens
1k 234 .
```

## Use instead
```tst tokens
1k 234
```

## Fix safety
None: the point may be one too many, or the fraction may be missing.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
