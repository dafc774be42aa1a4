"""A few findings, and what writes them."""

from typing import Any

from tst_grammar.diagnostics import Fix
from tst_grammar.linter.reports import written
from tst_grammar.linter.reports.located import Located, located, located_in_field
from tst_grammar.rules import find_rule

MESSAGE = "'23k' has 2 digits"
SHORT, OPEN = find_rule("TST107"), find_rule("TST116")


def in_text(text: str, marked: str = "23k", *, path: str = "notes.txt", **details: Any) -> Located:
    """Return a finding at the first place of a part of a text."""
    start = text.index(marked)
    (found,) = located(path, [(text, [SHORT.finding(MESSAGE, start, start + len(marked), **details)])])
    return found


def output(*found: Located, name: str, color: bool = False) -> str:
    return "".join(written(found, name, color=color))


FIXED = in_text("It has\n1m 23k 456 cells.\n", fix=Fix(7, 17, "1m 023k 456", is_safe=False))
SAFE = in_text("-1k 23k\n", fix=Fix(0, 1, "", is_safe=True), path="b.txt")
(IN_FIELD,) = located_in_field("data.jsonl", 7, "a.text", "x\n1m 23k", [SHORT.finding(MESSAGE, 5, 8)])
(OTHER,) = located("c.txt", [("0. 500p", [OPEN.finding("no terminator", 7, 7)])])
