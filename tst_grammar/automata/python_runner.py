"""Runs the tables of an automaton over a text in plain Python, in one pass."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic

from tst_grammar.automata.automaton import DEAD, Automaton
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.runner import Assembly, Behind, Match, Other, Parts, Recipe, Runner, Runs

_WINDOW = 64
"""How many characters are read at first; the window doubles for long tokens."""

_MOST_KNOWN = 20_000
"""How many characters have their class cached, so that no text can fill the memory."""

_NEARBY = 1 << 16
"""How far from the end of a text `last_break` searches."""

_ANCHOR, _RESET = b"A", b"R"


class PythonRunner(Runner[Parts]):
    r"""Finds the tokens of a text that hold an anchor, such as a digit.

    It skips the text between anchors: a token starts after the last character that no token can hold before
    its first anchor.

    >>> from lark import Lark
    >>> from tst_grammar.automata.compiler.compilation import compile_grammar
    >>> from tst_grammar.automata.charsets import ranges_of
    >>> words = Lark('start: NUMBER | WORD\nNUMBER: /[0-9]+/\nWORD: /[a-z0-9]+/')
    >>> runner = PythonRunner(compile_grammar(words, anchors=ranges_of("0123456789")))
    >>> [(start, end, kind) for start, end, kind, _ in runner.tokens("abc, a1 and 42")]
    [(5, 7, 'WORD'), (12, 14, 'NUMBER')]
    """

    def __init__(
        self,
        automaton: Automaton | LazyAutomaton,
        assembly: Assembly[Parts] | None = None,
        behind: Behind | None = None,
    ) -> None:
        self._behind = behind
        self._classes = _Translation(automaton)
        self._edge = bytes([automaton.edge])
        anchored, resets = automaton.anchors, automaton.resets
        self._marks = bytes(
            (_ANCHOR if name in anchored else _RESET if name in resets else b" ")[0] for name in range(256)
        )
        self._width = len(automaton.starts)
        self._rows = _Rows(automaton)
        self._breaks: dict[int, frozenset[int]] = {}
        self._kinds = ("", *automaton.kinds)
        first = 2 * len(automaton.starts)
        self._role_in = {
            self._kinds[kind]: itemgetter(first + order)
            for order, kind in enumerate(automaton.kinds_with_roles)
        }
        self._recipe = lru_cache(4096)(lambda roles: assembly.recipe(self.runs(roles)) if assembly else None)
        self._values = {
            first + step: str(value + step)
            for first, value, count in automaton.values
            for step in range(count)
        }

    @property
    def automaton(self) -> Automaton | LazyAutomaton:
        """The automaton."""
        return self._rows.automaton

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of tokens."""
        return self._kinds[1:]

    def find(self, text: str, other: Other[Parts] | None = None) -> Iterator[Match[Parts]]:
        """Yield each token that holds an anchor, with its parts if its kind has roles."""
        for start, end, kind, path in self.tokens(text, other):
            yield start, end, kind, self._parts_or_fault(text[start:end], kind, path) if path else None

    def whole(self, text: str) -> Match[Parts] | None:
        """Return the token that spans the whole text, or None."""
        classes = self._classified(text)
        end, path = self._longest(classes, 0)
        if not text or end < len(text):
            return None
        kind = self._kinds[path[end - 1][self._width + classes[end]]]
        return 0, end, kind, self._parts_or_fault(text, kind, path)

    def parts(self, text: str) -> Parts | None:
        """Return the parts of a text that is one token, or None if it is not or has a fault."""
        token = self.whole(text)
        return None if token is None or isinstance(token[3], str) else token[3]

    def _parts_or_fault(self, raw: str, kind: str, path: list[Any]) -> Parts | str | None:
        if kind not in self._role_in:
            return None
        recipe: Recipe[Parts] | None = self._recipe(self.roles(kind, path, len(raw)))
        return recipe.parts(raw, self._values) if recipe else None

    def tokens(
        self, text: str, other: Other[Parts] | None = None
    ) -> Iterator[tuple[int, int, str, list[Any]]]:
        """Yield the start, the end, the kind and the path of each token that holds an anchor.

        The path of another runner's token is empty.
        """
        classes = self._classified(text)
        marks = classes.translate(self._marks)
        rival = _Rival(text, other) if other else None
        if rival:
            marks = bytes(
                mark if mark == its or mark == _ANCHOR[0] else 0
                for mark, its in zip(marks, rival.marks, strict=True)
            )
        place = 0
        while (anchor := marks.find(_ANCHOR, place)) >= 0:
            start = marks.rfind(_RESET, place, anchor) + 1 or place
            while start <= anchor:
                end, path, kind = self._token_at(classes, start)
                if rival:
                    end, path, kind = rival.winner(start, end, path, kind)
                if end > anchor:
                    kind = self._kind_at(text, start, kind, path)
                    yield start, end, kind, path
                start = end if end > start else start + 1
            place = start

    def _kind_at(self, text: str, start: int, kind: str, path: list[Any]) -> str:
        """Return the kind of a token of this runner, which may depend on the word before it."""
        behind = self._behind
        is_behind = behind and path and kind == behind.source and behind.is_at(text, start)
        return behind.result if behind and is_behind else kind

    def _token_at(self, classes: bytes, start: int) -> tuple[int, list[Any], str]:
        """Return the end, the path and the kind of the longest token from a position."""
        end, path = self._longest(classes, start)
        kind = path[end - start - 1][self._width + classes[end]] if end > start else 0
        return end, path, self._kinds[kind]

    def _classified(self, text: str) -> bytes:
        """Return the classes of the characters of a text, followed by the class of its edge."""
        self._rows = self._rows.renewed()
        return text.translate(self._classes).encode("latin-1") + self._edge

    def _longest(self, classes: bytes, start: int) -> tuple[int, list[Any]]:
        """Return the end of the longest token from a position, and the rows after each character."""
        rows = self._rows
        row = rows.starts[classes[start - 1]]  # classes[-1] is the edge of the text
        path: list[Any] = []
        window, size = start, _WINDOW
        while row:
            for name in classes[window : window + size]:
                after = row[name]
                if after is None:
                    after = rows.make(row, name)
                row = after
                if not row:
                    break
                path.append(row)
            window += size
            size *= 2
        end, width = start + len(path), self._width
        while end > start and not path[end - start - 1][width + classes[end]]:
            end -= 1
        return end, path

    def last_break(self, text: str, besides: str = "", other: Runner[Parts] | None = None) -> int:
        """Return the last position where a text can be cut without changing how either side is read."""
        runners = [self, other.in_python()] if other else [self]
        known: dict[str, bool] = {}
        for place in range(len(text) - 1, max(len(text) - _NEARBY, 1) - 1, -1):
            pair = text[place - 1 : place + 1]
            if pair not in known:
                known[pair] = not {*besides} & {*pair} and all(runner.can_cut(*pair) for runner in runners)
            if known[pair] and not any(runner.is_behind_word(text, place) for runner in runners):
                return place
        return 0

    def is_behind_word(self, text: str, place: int) -> bool:
        """Tell whether a text that is cut at a place would lose the word before a token."""
        behind = self._behind
        return behind is not None and any(
            behind.is_at(text, each) for each in behind.starts_from(text, place)
        )

    def can_cut(self, before: str, after: str) -> bool:
        """Tell whether a text can be cut between two characters without changing how either side is read."""
        return self._classes[ord(after)] in self._breaks_after(self._classes[ord(before)])

    def _breaks_after(self, before: int) -> frozenset[int]:
        """Return the classes before which a text can be cut after a class."""
        if before not in self._breaks:
            automaton = self._rows.automaton
            following = automaton.may_follow(before)
            is_blind = automaton.starts[before] == automaton.starts[automaton.edge]
            others = frozenset(range(automaton.edge)) - (following or frozenset())
            self._breaks[before] = others if is_blind and following is not None else frozenset()
        return self._breaks[before]

    def in_python(self) -> "PythonRunner[Parts]":
        """Return this runner."""
        return self

    def roles(self, kind: str, path: list[Any], length: int) -> bytes:
        """Return the role numbers of the first `length` characters of a token of a kind."""
        return bytes(map(self._role_in[kind], path[:length]))

    def runs(self, roles: bytes) -> Runs:
        """Return the runs of characters with the same role."""
        names = self._rows.automaton.role_names
        found = []
        start = 0
        for role, run in groupby(roles):
            end = start + len(list(run))
            if role:
                found.append((names[role], start, end))
            start = end
        return tuple(found)


class _Rival(Generic[Parts]):
    """Another runner at work on the same text."""

    def __init__(self, text: str, other: Other[Parts]) -> None:
        self._other, self._runner = other, other.runner.in_python()
        runner = self._runner
        self._classes = runner._classified(text)  # noqa: SLF001 -- a part of the runner
        self.marks = self._classes.translate(runner._marks)  # noqa: SLF001

    def winner(self, start: int, end: int, path: list[Any], kind: str) -> tuple[int, list[Any], str]:
        """Return the token of the other runner from a position if it wins over this one."""
        last, _, its_kind = self._runner._token_at(self._classes, start)  # noqa: SLF001
        if its_kind in self._other.kinds and (last > end or (last == end and kind not in self._other.keeps)):
            return last, [], its_kind
        return end, path, kind


class _Translation(dict[int, int]):
    """The class of each code point, looked up when it is first needed."""

    def __init__(self, automaton: Automaton | LazyAutomaton) -> None:
        self._of = automaton.classes.of
        super().__init__({code: self._of(chr(code)) for code in range(128)})

    def __missing__(self, code: int) -> int:
        if len(self) > _MOST_KNOWN:
            self.clear()
        self[code] = self._of(chr(code))
        return self[code]


class _Rows:
    """A row for each state: the next row for each class, the kind accepted before it, the roles, the state.

    The next row is None until it is made, and empty where no token can continue.
    """

    def __init__(self, automaton: Automaton | LazyAutomaton) -> None:
        self.automaton = automaton
        self._width = len(automaton.starts)
        self._rows: dict[int, list[Any]] = {DEAD: []}
        self.starts = [self._row(state) for state in automaton.starts]

    def make(self, row: list[Any], name: int) -> list[Any]:
        """Fill the cells of a class in a row, and return the next row."""
        after, kind = self.automaton.step(row[-1], name)
        row[self._width + name] = kind
        row[name] = self._row(after)
        return self._rows[after]

    def renewed(self) -> "_Rows":
        """Return these rows, or no rows yet if too many have been made."""
        lazy = self.automaton
        return _Rows(lazy.anew()) if isinstance(lazy, LazyAutomaton) and lazy.is_full else self

    def _row(self, state: int) -> list[Any]:
        if state not in self._rows:
            cells = [None] * self._width + [0] * self._width
            self._rows[state] = [*cells, *self.automaton.roles_of(state), state]
        return self._rows[state]
