"""Reads the short grammars that locales and schemes make, without Lark.

Such a grammar imports from the grammar files, overrides some of their terminals and adds rules and terminals,
one in a line. `library` has what it imports. Lark reads the same text to the same definitions, only slower.
"""

import json
import re
from collections.abc import Iterator, Mapping

from attrs import define, field

from tst_grammar.automata import grammar
from tst_grammar.automata.compiler.library import Library, shipped
from tst_grammar.automata.compiler.productions import (
    Chain,
    Choice,
    Definitions,
    Expression,
    Name,
    Repeated,
    definitions_of,
    expression_of,
    own_name,
)
from tst_grammar.errors import GrammarError

_LINE = re.compile(
    r"%import (?P<file>\w+) \((?P<names>[\w, ]+)\)|%import (?P<from>\w+)\.(?P<one>\w+)(?: -> (?P<alias>\w+))?"
    r"|(?P<override>%override )?(?P<name>\w+)(?:\.[0-9]+)?: (?P<definition>.*)"
)
_TOKEN = re.compile(
    r' *(?:(?P<name>\w+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<pattern>/(?:[^/\\]|\\.)+/)'
    r"|(?P<mark>[|()?*+])|~(?P<least>[0-9]+)(?:\.\.(?P<most>[0-9]+))?)"
)
_REPEATED = {"?": (0, 1), "*": (0, None), "+": (1, None)}


def definitions_in(text: str) -> Definitions:
    """Return the definitions of a grammar. Lark reads them if the stored ones are out of date."""
    library = shipped()
    return linked(text, library) if library else definitions_of(grammar.analysed(text))


def linked(text: str, library: Library) -> Definitions:
    r"""Return the definitions of a grammar that imports from the library.

    >>> from tst_grammar.automata.compiler.library import shipped
    >>> definitions = linked('%import terminals (PERCENT)\nstart: ratio\nratio: PERCENT? | "x"', shipped())
    >>> definitions.kinds
    (('ratio', Name(name='ratio')),)
    >>> list(definitions.terminals)
    ['"x"', 'terminals.PERCENT']
    """
    return _Linker(library).linked(text)


@define
class _Linker:
    library: Library
    _scope: dict[str, str] = field(factory=dict)
    _own: dict[str, str] = field(factory=dict)
    _rules: dict[str, Expression] = field(factory=dict)
    _terminals: dict[str, Expression] = field(factory=dict)

    def linked(self, text: str) -> Definitions:
        for line in text.splitlines():
            self._read(line)
        kinds = tuple((way, Name(self._scope.get(way, way))) for way in self._own.pop("start").split(" | "))
        todo = [name for _, (name,) in kinds]
        while todo:
            name = todo.pop()
            if name in self._rules or name in self._terminals:
                continue
            definition = self._definition(name)
            (self._terminals if _is_terminal(name) else self._rules)[name] = definition
            todo += _names(definition)
        return Definitions(kinds, self._rules, self._terminals)

    def _read(self, line: str) -> None:
        match = _LINE.fullmatch(line)
        if match is None:
            raise GrammarError(f"not a line of a short grammar: {line}", fault="not-regular")
        if match["file"]:
            names = match["names"].split(", ")
            self._scope |= {name: f"{match['file']}.{name}" for name in names}
        elif match["from"]:
            self._scope[match["alias"] or match["one"]] = f"{match['from']}.{match['one']}"
        else:
            name = match["name"]
            self._own[self._scope[name] if match["override"] else name] = match["definition"]

    def _definition(self, name: str) -> Expression:
        if name[0] in '"/':
            return _literal(name)
        if name in self._own:
            return _Definition(self._own[name], self._scope, _is_terminal(name)).expression()
        return self.library.definition(name)


@define
class _Definition:
    """The definition of a rule or terminal, in Lark's notation."""

    text: str
    scope: Mapping[str, str]
    is_terminal: bool
    _place: int = 0

    def expression(self) -> Expression:
        """Read alternatives."""
        ways = [self._series()]
        while self._takes("|"):
            ways.append(self._series())
        return ways[0] if len(ways) == 1 else Choice(tuple(ways))

    def _series(self) -> Expression:
        parts = []
        while self._place < len(self.text) and self._next()["mark"] not in ("|", ")"):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else Chain(tuple(parts))

    def _part(self) -> Expression:
        token = self._next()
        self._place = token.end()
        if token["mark"] == "(":
            part = self.expression()
            self._takes(")")
        elif token["name"]:
            part = Name(self.scope.get(token["name"], token["name"]))
        else:
            literal = token["text"] or token["pattern"]
            part = _literal(literal) if self.is_terminal else Name(literal)
        while self._place < len(self.text):
            token = self._next()
            if token["least"]:
                least = int(token["least"])
                part = Repeated(part, least, int(token["most"] or least))
            elif token["mark"] in _REPEATED:
                part = Repeated(part, *_REPEATED[token["mark"]])
            else:
                break
            self._place = token.end()
        return part

    def _takes(self, mark: str) -> bool:
        is_next = self._place < len(self.text) and self._next()["mark"] == mark
        self._place = self._next().end() if is_next else self._place
        return is_next

    def _next(self) -> re.Match[str]:
        token = _TOKEN.match(self.text, self._place)
        if token is None:
            raise GrammarError(
                f"not a part of a short grammar: {self.text[self._place :]}", fault="not-regular"
            )
        return token


def _literal(token: str) -> Expression:
    """Return the expression of a text in quotes or a pattern between slashes."""
    pattern = re.escape(json.loads(token)) if token[0] == '"' else token[1:-1].replace(r"\/", "/")
    return expression_of(pattern, token)


def _is_terminal(name: str) -> bool:
    return name[0] in '"/' or own_name(name).lstrip("_")[:1].isupper()


def _names(expression: Expression) -> Iterator[str]:
    match expression:
        case Name(name):
            yield name
        case Chain(parts) | Choice(parts):
            for part in parts:
                yield from _names(part)
        case Repeated(part):
            yield from _names(part)
