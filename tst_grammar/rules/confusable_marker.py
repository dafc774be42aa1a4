"""A letter only looks like a marker.

## What it does
Finds a letter of another alphabet in the place of a marker: the Cyrillic `к` (U+043A) is not `k`.

## Why is this bad?
A person does not see the difference, but a tokenizer does: it has no `1к`. `restore` leaves the number
alone, and a search for `1k` does not find it.

## Example
```tst
It has 1m 234к 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Safe: the letter looks like only one of the markers. Where it is the number's only marker, the fix is unsafe,
because `5м 200` may be words of another language.
"""

from collections.abc import Iterator

from tst_grammar.diagnostics import Severity, Span, quoted
from tst_grammar.suspects import Suspect

SEVERITY = Severity.ERROR


def check(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each word with a letter that is not ASCII where the marker's is."""
    for piece in suspect.pieces:
        pairs = zip(piece.raw, piece.text, strict=True)
        wrong = [one for one, two in pairs if one != two and two.isalpha() and not one.isascii()]
        if wrong:
            yield (
                Span(piece.start, piece.end),
                f"{quoted(piece.raw)} has U+{ord(wrong[0]):04X}, which only looks like a marker",
            )
