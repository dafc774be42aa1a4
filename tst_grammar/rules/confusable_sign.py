"""The sign of a TST number is a dash other than `-`.

## What it does
Finds a minus sign (U+2212), a dash or a full-width hyphen right before a TST number.

## Why is this bad?
The only sign of TST is the `-` of the keyboard. Any other dash is text: the number after it is read without
its sign, as 1234.

## Example
```tst
It lies at −1k 234 metres.
```

## Use instead
```tst
It lies at -1k 234 metres.
```

## Fix safety
Safe: before a plain number such a dash is a minus too, and `annotate` writes it as `-`.
"""

from collections.abc import Iterator

from tst_grammar.diagnostics import Severity, Span, quoted
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield a sign that is not a hyphen-minus."""
    sign = suspect.pieces[0]
    if sign.kind == "sign" and sign.raw != sign.text:
        yield (
            Span(sign.start, sign.end),
            f"{quoted(sign.raw)} (U+{ord(sign.raw):04X}) only looks like the sign of TST, which is '-'",
        )
