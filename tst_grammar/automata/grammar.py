"""Loads the grammars and parses with them. No other module calls `Lark` or handles its errors."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tst_grammar.diagnostics import Span

if TYPE_CHECKING:
    from lark import Lark, Token, Transformer, Tree
    from lark.common import LexerConf
    from lark.grammar import Rule
    from lark.lexer import TerminalDef
    from lark.load_grammar import Grammar


Overrides = tuple[tuple[str, str], ...]
"""Names of terminals, with their priority if any, and the definitions that replace theirs."""


class MismatchError(Exception):
    """A text does not match a grammar: the span of the mismatch, and the terminals expected there."""

    def __init__(self, span: Span, expected: Iterable[str]) -> None:
        super().__init__(span)
        self.span = span
        self.expected = frozenset(expected)

    def expected_in(self, words: dict[str, str]) -> tuple[str, ...]:
        """Return the descriptions of the expected terminals, each once."""
        return tuple(dict.fromkeys(word for terminal, word in words.items() if terminal in self.expected))


class TooLongError(Exception):
    """A text has more terminals than its reader allows: the position of the first one too many."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


def folder() -> Path:
    """Return the folder of the grammars: inside an installed package, but next to it in a checkout."""
    package = Path(__file__).parent.parent
    installed = package / "grammars"
    return installed if installed.is_dir() else package.parent / "grammars"


@cache
def load(name: str, overrides: Overrides = ()) -> "Lark":
    """Return the parser of a grammar file, with some terminals overridden."""
    return _lark(text_of(name, overrides))


@lru_cache(64)
def parser_of(text: str) -> "Lark":
    """Return the parser of the text of a grammar."""
    return _lark(text)


def text_of(name: str, overrides: Overrides = ()) -> str:
    """Return the text of a grammar file, or of a grammar that imports it and overrides some terminals."""
    text = (folder() / f"{name}.lark").read_text(encoding="utf-8")
    if not overrides:
        return text
    lines = [
        f"%import {name} (start, {', '.join(terminals_of(name))})",
        "%import terminals (NONZERO, DIGIT, NO_DASH, BIDI, SPACE, APOSTROPHE)",
    ]
    lines += [f"%override {terminal}: {definition}" for terminal, definition in overrides]
    return "\n".join(lines)


def terminals_of(name: str) -> tuple[str, ...]:
    """Return the names of the terminals that a grammar file adds to those of `terminals.lark`.

    >>> terminals_of("number")[:3]
    ('PLAIN', 'GROUPED', 'POINT')
    """
    shared = {terminal for terminal, _ in _read("terminals").term_defs}
    return tuple(str(terminal) for terminal, _ in _read(name).term_defs if terminal not in shared)


def kinds_of(name: str) -> tuple[str, ...]:
    """Return the names of the alternatives of `start` in a grammar file.

    >>> kinds_of("text")[:4]
    ('ip', 'isbn', 'card', 'datestamp')
    """
    from tst_grammar.automata.compiler.library import shipped  # noqa: PLC0415 -- it reads grammars with this module

    if library := shipped():
        return library.kinds(name)
    from lark.grammar import NonTerminal  # noqa: PLC0415

    (start,) = (tree for rule, _, tree, _ in _read(name).rule_defs if rule == "start")
    return tuple(each.name for each in start.scan_values(lambda value: isinstance(value, NonTerminal)))


def notation_of(name: str) -> dict[str, str]:
    """Return the definitions of the terminals in a grammar file, as they are written there.

    >>> notation_of("annotated")["FULL_GROUP"]
    'FULL MARKER'
    """
    from tst_grammar.automata.compiler.library import shipped  # noqa: PLC0415 -- it reads grammars with this module

    library = shipped()
    return library.notation(name) if library else notation_by_lark(name)


def notation_by_lark(name: str) -> dict[str, str]:
    """Return what `notation_of` does, read by Lark with its own grammar of grammars."""
    from lark import Lark  # noqa: PLC0415

    parser = Lark.open_from_package(
        "lark", "lark.lark", ("grammars",), parser="lalr", propagate_positions=True
    )
    text = text_of(name)
    definitions: Iterable[Any] = parser.parse(text).find_data("token")
    written = ((str(each.children[0]), each.children[-1].meta) for each in definitions)
    return {terminal: text[place.start_pos : place.end_pos] for terminal, place in written}


@cache
def _read(name: str) -> "Grammar":
    """Return the definitions in a grammar file and in the files it imports."""
    from lark import load_grammar  # noqa: PLC0415

    read: Any = load_grammar.load_grammar  # Lark gives it no types
    definitions: Grammar
    definitions, _ = read(text_of(name), f"{name}.lark", [str(folder())], global_keep_all_tokens=False)
    return definitions


class Analysed(NamedTuple):
    """The rules and terminals of a grammar."""

    rules: "list[Rule]"
    terminals: "list[TerminalDef]"


def analysed(text: str) -> Analysed:
    """Return the rules and terminals of a grammar, to be compiled.

    No parser is made of them, so they need not be LALR, and a terminal may be a place without characters.
    """
    from lark import load_grammar  # noqa: PLC0415

    read: Any = load_grammar.load_grammar  # Lark gives it no types
    definitions, _ = read(text, "", [str(folder())], global_keep_all_tokens=False)
    terminals, rules, _ = definitions.compile(["start"], set())
    return Analysed(rules, terminals)


def all_of(name: str) -> Analysed:
    """Return the rules and all terminals of a grammar file, used or not."""
    from lark import load_grammar  # noqa: PLC0415

    text = text_of(name)
    names = [terminal for terminal, _ in _read(name).term_defs if "__" not in terminal]
    if not any(rule == "start" for rule, *_ in _read(name).rule_defs):
        text = f"%import {name} ({', '.join(names)})\nstart: {' | '.join(names)}"
    read: Any = load_grammar.load_grammar  # Lark gives it no types
    definitions, _ = read(text, "", [str(folder())], global_keep_all_tokens=False)
    terminals, rules, _ = definitions.compile(["start"], "*")
    return Analysed(rules, terminals)


def ambiguous(text: str) -> "Lark":
    """Return the parser of a grammar that need not be LALR."""
    return _lark(text, "earley")


def _lark(text: str, parser: Literal["lalr", "earley"] = "lalr") -> "Lark":
    from lark import Lark  # noqa: PLC0415 -- lark is slow to import, and not every use needs it
    from lark.lexer import ContextualLexer  # noqa: PLC0415

    class Lexer(ContextualLexer):
        """Skips the comparison of terminals, which takes seconds if interegular is installed."""

        def __init__(self, conf: "LexerConf", *states: Any, **options: Any) -> None:  # noqa: ANN401
            conf.skip_validation = True
            super().__init__(conf, *states, **options)

    return Lark(
        text,
        parser=parser,
        maybe_placeholders=False,
        import_paths=[str(folder())],
        _plugins={"ContextualLexer": Lexer},
    )


@cache
def characters(terminal: str) -> str:
    """Return the characters that a one-character terminal matches, in the order of their code points."""
    from tst_grammar.automata.compiler.library import shipped  # noqa: PLC0415 -- it reads grammars with this module

    if library := shipped():
        ranges = library.ranges(f"terminals.{terminal}")
        return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))
    (definition,) = _lark(f"%import terminals.{terminal}\nstart: {terminal}").terminals
    scripts_and_symbols = "".join(map(chr, range(0x20000)))  # the planes above hold no digits or signs
    return "".join(re.findall(definition.pattern.to_regexp(), scripts_and_symbols))


@cache
def ascii_digits() -> dict[int, str]:
    """Map the digits of every script to ASCII."""
    return {ord(zero) + value: str(value) for zero in characters("ZERO") for value in range(10)}


def terminal_of(name: str, text: str, terminals: Iterable[str]) -> str | None:
    """Return the first of the terminals that matches the whole text."""
    patterns = _patterns(name)
    return next((terminal for terminal in terminals if patterns[terminal].fullmatch(text)), None)


@cache
def _patterns(name: str) -> dict[str, re.Pattern[str]]:
    return {str(t.name): re.compile(t.pattern.to_regexp()) for t in load(name).terminals}


def parse(name: str, text: str, *, overrides: Overrides = (), most: int | None = None) -> "Tree[Token]":
    """Parse a text; raise a TooLongError if it has more than `most` terminals."""
    from lark.exceptions import UnexpectedInput, UnexpectedToken  # noqa: PLC0415

    parser: Any = load(name, overrides).parse_interactive(text)
    last = None
    try:
        for count, token in enumerate(parser.iter_parse()):
            if count == most:
                raise TooLongError(token.start_pos or 0)
            last = token
        tree: Tree[Token] = parser.feed_eof(last)
    except UnexpectedInput as error:
        if not isinstance(error, UnexpectedToken):
            start = error.pos_in_stream or 0
            end = start + 1
        elif error.token.type == "$END":  # Lark places it at the start of the last token
            start = end = len(text)
        else:
            start = error.token.start_pos or 0
            end = start + len(error.token)
        raise MismatchError(Span(start, end), _accepted(name, overrides, parser)) from None
    return tree


@lru_cache(4096)
def refusal(name: str, terminals: tuple[str, ...]) -> tuple[int, Iterable[str]] | None:
    """Return the index of the first terminal that a grammar refuses, and the terminals that it accepts there.

    The index is the number of terminals if more must come. None means that the grammar accepts them all.

    >>> refusal("tst_shape", ("SUFFIXED", "SPACE", "DIGITS")), refusal("tst_shape", ("POINT", "DIGITS"))[0]
    (None, 0)
    """
    from lark import Token  # noqa: PLC0415
    from lark.exceptions import UnexpectedToken  # noqa: PLC0415

    parser: Any = load(name).parse_interactive()
    accepted = 0
    try:
        for terminal in terminals:
            parser.feed_token(Token(terminal, ""))
            accepted += 1
        parser.feed_eof()
    except UnexpectedToken:
        return accepted, _accepted(name, (), parser)
    return None


def _accepted(name: str, overrides: Overrides, parser: Any) -> Iterable[str]:  # noqa: ANN401 -- Lark's own type
    """Return the terminals that a parser accepts next. They depend only on its states."""
    known = _accepted_after(name, overrides)
    states = tuple(parser.parser_state.state_stack)
    if states not in known:
        known[states] = frozenset(map(str, parser.accepts()))
    return known[states]


@lru_cache(64)
def _accepted_after(name: str, overrides: Overrides) -> dict[tuple[int, ...], frozenset[str]]:  # noqa: ARG001
    """Return the cache of the terminals that may follow each state of a grammar's parser."""
    return {}


def accepts(definition: str, text: str) -> bool:
    """Tell whether a text is of the language that the text of a grammar defines.

    >>> accepts("start: /1k 000/", "1k 000"), accepts("start: /1k 000/", "1k")
    (True, False)
    """
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415

    try:
        parser_of(definition).parse(text)
    except UnexpectedInput:
        return False
    return True


def transform(transformer: "Transformer[Token, Any]", tree: "Tree[Token]") -> Any:  # noqa: ANN401
    """Run a transformer over a tree, and raise its errors without Lark's wrapper."""
    from lark.exceptions import VisitError  # noqa: PLC0415

    try:
        return transformer.transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
