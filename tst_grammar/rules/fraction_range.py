"""A TST number has more fraction digits than the scheme holds.

## What it does
Finds a fraction group that is deeper than any of the scheme. The default scheme holds 15 digits behind the
point, and its deepest group is `ppppp`.

## Why is this bad?
No model has learnt a deeper group. `restore` reads as far as the scheme goes, and leaves `333pppppp` behind
the number in the text.

## Example
```tst
It weighs 0. 333p 333pp 333ppp 333pppp 333ppppp 333pppppp grams.
```

## Use instead
Fewer digits, or a scheme with more `fraction_digits`:
```tst
It weighs 0. 333p 333pp 333ppp 333pppp 333ppppp grams.
```

## Fix safety
None: rounding changes the value.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
