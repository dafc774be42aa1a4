"""Patterns of paths, as git reads them in a `.gitignore`."""

import re
from collections.abc import Iterable

from attrs import frozen

_CHARACTER = r"(?:\\.|[^\\])"

_ITEM = re.compile(
    rf"\[:(?P<name>[^\]]{{0,20}}):\]|(?P<low>{_CHARACTER})(?:-(?P<high>(?!\]){_CHARACTER}))?", re.DOTALL
)
"""An item in brackets: a class such as `[:alpha:]`, a range, or a character."""

_ITEMS = re.sub(r"\?P<[a-z]+>", "?:", _ITEM.pattern)

_TOKEN = re.compile(
    rf"""
    \[(?P<negation>[!^]?)(?P<items>(?:{_ITEMS})(?:(?!\])(?:{_ITEMS}))*+)\]
    | (?P<folders>(?<![^/])\*\*+/)
    | (?P<rest>(?<![^/])\*\*+\Z)
    | \*+ | \\. | [^\[\\*?]+ | .
    """,
    re.DOTALL | re.VERBOSE,
)
"""Brackets, `**/`, a last `**`, stars, an escape, other characters."""

_CLASSES = {
    "alnum": r"0-9A-Za-z",
    "alpha": r"A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": r"0-9",
    "graph": r"!-~",
    "lower": r"a-z",
    "print": r" -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r\f\v",
    "upper": r"A-Z",
    "xdigit": r"0-9A-Fa-f",
}

_NOTHING = "(?!)"
"""Matches no path; used for an incomplete pattern."""


@frozen
class Pattern:
    """One pattern. It matches the whole path if it is anchored, otherwise only the name.

    A negated pattern cancels the patterns before it.
    """

    regex: re.Pattern[str]
    is_anchored: bool
    is_for_folders: bool
    is_negated: bool

    def matches(self, path: str, *, is_folder: bool) -> bool:
        """Tell whether the pattern matches a path, relative to the folder that defines the pattern."""
        if self.is_for_folders and not is_folder:
            return False
        subject = path if self.is_anchored else path.rpartition("/")[2]
        return self.regex.fullmatch(subject) is not None


@frozen
class Patterns:
    """The patterns of one file or setting. The last one that matches a path decides.

    >>> patterns = Patterns.of(["*.log", "!keep.log", "/build/"])
    >>> patterns.verdict("a/x.log"), patterns.verdict("keep.log"), patterns.verdict("x.md")
    (True, False, None)
    """

    patterns: tuple[Pattern, ...] = ()

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Patterns":
        """Read patterns from lines. Empty lines and comments are skipped."""
        return cls(tuple(filter(None, map(_pattern, lines))))

    def verdict(self, path: str, *, is_folder: bool = False) -> bool | None:
        """Return whether a relative path is matched (False if by a negation), or None if it is not."""
        for pattern in reversed(self.patterns):
            if pattern.matches(path, is_folder=is_folder):
                return not pattern.is_negated
        return None

    def cover(self, path: str) -> bool:
        """Tell whether a file or a folder that contains it is matched.

        >>> Patterns.of(["/build/"]).cover("build/a/x.md"), Patterns.of(["/build/"]).cover("a/build/x.md")
        (True, False)
        """
        folders = (path[:place] for place, character in enumerate(path) if character == "/")
        return any(self.verdict(folder, is_folder=True) for folder in folders) or bool(self.verdict(path))


def _pattern(line: str) -> Pattern | None:
    text = _without_last_spaces(line.removesuffix("\n").removesuffix("\r"))
    if not text or text.startswith("#"):
        return None
    path = text.removeprefix("!").removesuffix("/")
    return Pattern(
        re.compile(_regex(path.removeprefix("/")), re.DOTALL),
        is_anchored="/" in path,
        is_for_folders=text.endswith("/"),
        is_negated=text.startswith("!"),
    )


def _without_last_spaces(line: str) -> str:
    r"""Return a line without the spaces at its end, except an escaped one.

    >>> _without_last_spaces("a  "), _without_last_spaces("a\\  ")
    ('a', 'a\\ ')
    """
    kept = line.rstrip(" ")
    is_escaping = (len(kept) - len(kept.rstrip("\\"))) % 2 == 1
    return line[: len(kept) + is_escaping]


def _regex(path: str) -> str:
    """Return the regular expression of a pattern.

    >>> _regex("a/**/b*c")
    'a/(?:[^/]+/)*b[^/]*c'
    """
    sections = [[""]]  # split at each `**/`, and then at each star
    for token in _TOKEN.finditer(path):
        text = token[0]
        if token["folders"]:
            sections.append([""])
        elif token["rest"]:
            sections[-1][-1] += ".+"
        elif text[0] == "*":
            sections[-1].append("")
        elif text in ("[", "\\"):
            return _NOTHING
        else:
            sections[-1][-1] += _single(token)
    return _filled([_filled(parts, "[^/]*") for parts in sections], "(?:[^/]+/)*")


def _filled(parts: list[str], wild: str) -> str:
    """Return parts with wildcards between them.

    Each part but the last matches at the first place where it fits, which leaves the most text for the rest.
    So an atomic group is enough, and the time does not multiply with every star.
    """
    first, *others = parts
    if not others:
        return first
    *inner, last = others
    return first + "".join(f"(?>{wild}?{part})" for part in inner) + wild + last


def _single(token: re.Match[str]) -> str:
    """Return the expression of a token other than a star."""
    text = token[0]
    if token["items"]:
        return _in_brackets(token["items"], is_negated=bool(token["negation"]))
    if text == "?":
        return "[^/]"
    return re.escape(text[1:] if text[0] == "\\" else text)


def _in_brackets(items: str, *, is_negated: bool) -> str:
    """Return the expression of items in brackets. It never matches a slash.

    >>> _in_brackets("a-c", is_negated=False), _in_brackets("[:digit:]", is_negated=True)
    ('(?!/)[a-c]', '[^/0-9]')
    """
    ranges = []
    for item in _ITEM.finditer(items):
        if item["name"] is not None:
            if item["name"] not in _CLASSES:
                return _NOTHING
            ranges.append(_CLASSES[item["name"]])
            continue
        low, high = item["low"][-1], (item["high"] or item["low"])[-1]
        ranges.append(f"{re.escape(low)}-{re.escape(max(low, high))}")
    return f"[^/{''.join(ranges)}]" if is_negated else f"(?!/)[{''.join(ranges)}]"
