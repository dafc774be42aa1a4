"""Writes an expression as a regular expression for engines that know neither our classes nor lookaround."""

from collections.abc import Sequence

from tst_grammar.automata.charsets import Ranges, common, merged, others
from tst_grammar.automata.compiler.productions import (
    Chain,
    Characters,
    Choice,
    Definitions,
    Expression,
    Look,
    Name,
    Repeated,
)

_UNPAIRED: Ranges = ((0xD800, 0xDFFF),)
"""Surrogates, which text for these engines cannot contain."""

NOTHING = r"[^\x{0}-\x{10ffff}]"
"""A pattern that matches nothing."""

_SIGNS = {(0, 1): "?", (0, None): "*", (1, None): "+", (1, 1): ""}


def pattern_of(name: str, definitions: Definitions, barred: Ranges = ()) -> str:
    r"""Return a regular expression for a rule or terminal, without the characters that are barred.

    A place is kept if it is directly before a character, and left out elsewhere, mostly at the edges: it is
    for the caller to say what may be before and after a match.

    >>> from tst_grammar.automata.compiler.linking import definitions_in
    >>> definitions = definitions_in('start: code\ncode: WORD "-"? /[0-9]{2,}/\nWORD: /(?![aeiou])[a-f]/')
    >>> pattern_of("code", definitions)
    '[b-df][\\x{2d}]?[0-9]{2,}'
    """
    written = _Writer(definitions, others(merged((*_UNPAIRED, *barred)))).written(Name(name))
    return NOTHING if written is None else written


class _Writer:
    """Writes expressions with the characters of one set. None is an expression that matches nothing."""

    def __init__(self, definitions: Definitions, known: Ranges) -> None:
        self._definitions = {**definitions.rules, **definitions.terminals}
        self._known = known

    def written(self, expression: Expression) -> str | None:
        match self._plain(expression):
            case Characters(ranges):
                return self._characters(ranges)
            case Look():
                return ""
            case Chain(parts):
                return self._chain(parts)
            case Choice(ways):
                return _either([way for way in map(self.written, ways) if way is not None])
            case Repeated(part, least, most):
                repeated = self.written(part)
                if repeated is None:
                    return None if least else ""
                return _enclosed(repeated) + _SIGNS.get((least, most), _count(least, most))
        raise AssertionError(expression)

    def _plain(self, expression: Expression) -> Expression:
        """Follow names, and chains of one part, to the expression that they mean."""
        while True:
            match expression:
                case Name(name):
                    expression = self._definitions[name]
                case Chain((part,)) | Choice((part,)):
                    expression = part
                case _:
                    return expression

    def _chain(self, parts: Sequence[Expression]) -> str | None:
        texts = []
        ahead = self._known
        for part in map(self._plain, parts):
            match part:
                case Look(True, ranges):
                    ahead = common(ahead, ranges)
                    continue
                case Characters(ranges):
                    texts.append(self._characters(common(ranges, ahead)))
                case _:
                    texts.append(self.written(part))
            ahead = self._known
        return None if None in texts else "".join(filter(None, texts))

    def _characters(self, ranges: Ranges) -> str | None:
        known = common(ranges, self._known)
        return class_of(known) if known else None


def class_of(ranges: Ranges) -> str:
    r"""Return a pattern for one character of a set.

    >>> class_of(((45, 45), (48, 57)))
    '[\\x{2d}0-9]'
    """
    ends = (_spelled(first) + (f"-{_spelled(last)}" if first < last else "") for first, last in ranges)
    return f"[{''.join(ends)}]"


def _spelled(code: int) -> str:
    """Return an ASCII letter or digit, or the number of another character."""
    character = chr(code)
    return character if character.isascii() and character.isalnum() else f"\\x{{{code:x}}}"


def _either(ways: Sequence[str]) -> str | None:
    return f"(?:{'|'.join(ways)})" if ways else None


def _enclosed(pattern: str) -> str:
    """Return a pattern as one part, which may be repeated."""
    return pattern if len(pattern) == 1 or _is_class(pattern) else f"(?:{pattern})"


def _is_class(pattern: str) -> bool:
    return pattern[0] == "[" and pattern.index("]") == len(pattern) - 1


def _count(least: int, most: int | None) -> str:
    return f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"
