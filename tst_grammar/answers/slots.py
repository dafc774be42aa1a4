r"""Finds where a text gives its answer: in `\boxed{…}`, after `####`, in a tag, in JSON or in bold."""

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import frozen

_BOX: Final = re.compile(r"\\f?box(?:ed)?\s*\{")
_BRACES: Final = re.compile(r"\\[{}]|[{}]")
_HASH: Final = re.compile(
    r"(?<!#)#{4,}+[ \t]*+"
    r"(?=[-\d$\xa2-\xa5\u20a0-\u20c4\u2212\u2013+.\u2248~\\\xbc-\xbe\u2150-\u215e*(<`])([^\n]*)"
)
_BOLD: Final = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1(?!\w)")
_LABEL: Final = re.compile(
    r"\W*(?:step|part|question|problem|case|example|note|figure|table|option|phase|day|round)\b|.*[:：]\s*$",
    re.IGNORECASE,
)


@frozen
class Slot:
    """A part of a text that holds the answer. `is_whole` is False if its end is missing."""

    start: int
    end: int
    is_whole: bool = True


def box(text: str) -> Slot | None:
    r"""Return the last `\boxed{…}` of a text.

    >>> slot = box(r"\boxed{\frac{1}{2}}")
    >>> slot.start, slot.end
    (7, 18)
    """
    opening = _last_match(_BOX, text) if "box" in text else None
    if not opening:
        return None
    depth = 1
    for brace in _BRACES.finditer(text, opening.end()):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return Slot(opening.end(), brace.start())
    return Slot(opening.end(), len(text), is_whole=False)


def hashes(text: str) -> Iterator[Slot]:
    r"""Yield the rest of each line after `####`, the last first, if it starts like a number.

    >>> [slot.start for slot in hashes("#### Step 1\n#### 42")]
    [17]
    """
    if "####" in text:
        for found in reversed(list(_HASH.finditer(text))):
            yield Slot(*found.span(1))


def tag(text: str, name: str = "answer") -> Slot | None:
    """Return the content of the last tag, up to the end of the text if the tag is not closed.

    >>> tag("<answer>42</answer>")
    Slot(start=8, end=10, is_whole=True)
    """
    found = _last_match(_tag(name), text) if "<" in text or "[" in text else None
    return Slot(*found.span(found.lastindex or 0)) if found else None


@cache
def _tag(name: str) -> re.Pattern[str]:
    word = re.escape(name)
    return re.compile(
        rf"<{word}>(.*?)(?=</{word}>|<{word}>|\Z)|\[{word}\](.*?)(?=\[/{word}\]|\[{word}\]|\Z)",
        re.DOTALL | re.IGNORECASE,
    )


def json_field(text: str, name: str = "") -> Slot | None:
    """Return the value of the last JSON field of a name, or of one that names an answer.

    >>> json_field('{"answer": "4,200"}')
    Slot(start=12, end=17, is_whole=True)
    """
    found = _last_match(_field(name), text) if ":" in text else None
    return Slot(*found.span(found.lastindex or 0)) if found else None


@cache
def _field(name: str) -> re.Pattern[str]:
    names = re.escape(name) if name else "(?:final_?)?answer|result|value"
    return re.compile(
        rf"""["'](?:{names})["']\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\[[^\]]*\]|[^\s,"'}}\]]+))""",
        re.IGNORECASE,
    )


def bolds(text: str) -> Iterator[Slot]:
    """Yield each part in bold that is not a label, the last first.

    >>> [text[slot.start : slot.end] for text in ["**Step 1**: so **42** it is"] for slot in bolds(text)]
    ['42']
    """
    if "**" in text or "__" in text:
        for found in reversed(list(_BOLD.finditer(text))):
            if not _LABEL.match(found[2]):
                yield Slot(*found.span(2))


def _last_match(expression: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = deque(expression.finditer(text), maxlen=1)
    return found[0] if found else None
