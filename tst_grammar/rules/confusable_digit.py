"""A digit of a TST number is not one of 0 to 9.

## What it does
Finds full-width digits, digits of other scripts, and letters among digits in a TST number: `１` (U+FF11) is
not `1`, and `4O3k` has the letter O.

## Why is this bad?
On the screen it may look right, but it is another character, and so another token, which a model has not
learnt. `restore` leaves the number alone.

## Example
```tst
It has １k 234 cells.
```

## Use instead
```tst
It has 1k 234 cells.
```

## Fix safety
Safe: Unicode gives each of these digits its value. For a letter it is unsafe: another digit may be meant.
"""

from collections.abc import Iterator

from tst_grammar.diagnostics import Severity, Span, quoted
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each piece whose digits are not all ASCII."""
    for piece in suspect.pieces:
        others = {one for one, two in zip(piece.raw, piece.text, strict=True) if one != two and two.isdigit()}
        if others:
            is_letter = any(map(str.isalpha, others))
            what = "a letter that looks like a digit" if is_letter else "digits that only look like TST's"
            yield Span(piece.start, piece.end), f"{quoted(piece.raw)} has {what}"
