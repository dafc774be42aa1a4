"""What the server says about a document, in the types of the protocol."""

from collections.abc import Iterable, Iterator
from functools import partial

from attrs import frozen
from lsprotocol import types

from tst_grammar.diagnostics import Diagnostic, Severity, Span, quoted
from tst_grammar.language.conversion import decode
from tst_grammar.language.syntax import parse_tst
from tst_grammar.rules import find_rule
from tst_grammar.server.lined_text import Place, Units
from tst_grammar.server.linted_document import Found, LintedDocument

SOURCE = "tst"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}


@frozen
class Replies:
    """Answers questions about a document. Positions count units of the client's encoding."""

    uri: str
    document: LintedDocument
    units: Units

    def place(self, position: types.Position) -> Place:
        """Return a position of the client as a place."""
        lines = self.document.text.lines
        if position.line >= len(lines):
            return Place(len(lines), 0)
        return Place(position.line, self.units.character(lines[position.line], position.character))

    def diagnostics(self) -> list[types.Diagnostic]:
        """Return all findings."""
        return [self._diagnostic(line, found) for line, found in self.document.findings()]

    def actions(self, wanted: types.Range) -> Iterator[types.CodeAction]:
        """Yield the fixes of the findings in a range, the safe ones first."""
        touched = [
            (line, found)
            for line, found in self.document.findings()
            if found.fix and _overlap(self._range(line, Span(found.start, found.end)), wanted)
        ]
        for line, found in sorted(touched, key=lambda each: not (each[1].fix and each[1].fix.is_safe)):
            edit = self._edit(line, self.document.fixed(line, found.__eq__))
            if edit and found.fix:
                doubt = "" if found.fix.is_safe else " (unsafe: the value may change)"
                yield types.CodeAction(
                    title=f"Write {quoted(found.fix.text)}{doubt}",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[self._diagnostic(line, found)],
                    is_preferred=found.fix.is_safe,
                    edit=self._change([edit]),
                )

    def fix_all(self) -> types.CodeAction | None:
        """Return all safe fixes of the document outside of code as one action, or None if there are none."""
        codes: dict[int, set[str]] = {}
        for line, found in self.document.findings():
            if found.fix and found.fix.is_safe:
                codes.setdefault(line, set()).add(found.code)
        fixed = self.document.fixed_outside_code(codes, partial(_is_safe_in, codes))
        edits = (self._edit(line, text) for line, text in zip(codes, fixed, strict=True))
        changes = [edit for edit in edits if edit]
        if not changes:
            return None
        return types.CodeAction(
            title="Apply all safe fixes of tst",
            kind=types.CodeActionKind.SourceFixAll,
            edit=self._change(changes),
        )

    def hover(self, place: Place) -> types.Hover | None:
        """Return the page of the rule at a place, or the value and the tokens of the number there."""
        for line, found in self.document.findings():
            if line == place.line and found.start <= place.character <= found.end:
                rule = find_rule(found.name)
                text = f"**{found.code} {found.name}**: {found.message}\n\n{rule.documentation}"
                return self._hover(text, line, Span(found.start, found.end))
        for span, raw in self._numbers([place.line]):
            if span.start <= place.character <= span.end:
                number = parse_tst(raw, scheme=self.document.linter.scheme)
                tokens = " ".join(f"`{token.text}`" for token in number.tokens)
                return self._hover(f"**{self._value(raw)}**\n\nTokens: {tokens}", place.line, span)
        return None

    def hints(self, wanted: types.Range) -> Iterator[types.InlayHint]:
        """Yield the value of each number of several tokens in a range."""
        last = min(wanted.end.line, len(self.document.text.lines) - 1)
        for line in range(wanted.start.line, last + 1):
            for span, raw in self._numbers([line]):
                if not raw.isdecimal():
                    yield types.InlayHint(
                        position=self._range(line, span).end, label=f"= {self._value(raw)}", padding_left=True
                    )

    def _numbers(self, lines: Iterable[int]) -> Iterator[tuple[Span, str]]:
        for line in lines:
            if line < len(self.document.text.lines):
                for span in self.document.numbers(line):
                    yield span, self.document.text.lines[line][span.start : span.end]

    def _value(self, raw: str) -> str:
        return f"{decode(raw, scheme=self.document.linter.scheme):f}"

    def _diagnostic(self, line: int, found: Diagnostic) -> types.Diagnostic:
        return types.Diagnostic(
            range=self._range(line, Span(found.start, found.end)),
            message=found.message,
            severity=_SEVERITIES[found.severity],
            code=found.code,
            source=SOURCE,
        )

    def _range(self, line: int, span: Span) -> types.Range:
        """Return a span of a line as a range. It may end on a later line."""
        start = Place(line, span.start)
        end = span.end
        lines = self.document.text.lines
        while end > len(lines[line]) and line + 1 < len(lines):
            end -= len(lines[line])
            line += 1
        return types.Range(self._position(start), self._position(Place(line, end)))

    def _position(self, place: Place) -> types.Position:
        line = self.document.text.lines[place.line]
        return types.Position(place.line, self.units.before(line, place.character))

    def _edit(self, line: int, fixed: str) -> types.TextEdit | None:
        """Return the smallest change of a line."""
        raw = self.document.text.lines[line]
        if fixed == raw:
            return None
        start = _same(raw, fixed)
        same = _same(raw[start:][::-1], fixed[start:][::-1])
        span = Span(start, len(raw) - same)
        return types.TextEdit(self._range(line, span), fixed[start : len(fixed) - same])

    def _change(self, edits: list[types.TextEdit]) -> types.WorkspaceEdit:
        return types.WorkspaceEdit(changes={self.uri: edits})

    def _hover(self, text: str, line: int, span: Span) -> types.Hover:
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, self._range(line, span))


def _is_safe_in(codes: dict[int, set[str]], place: Found) -> bool:
    line, found = place
    return found.code in codes[line] and bool(found.fix and found.fix.is_safe)


def _same(one: str, two: str) -> int:
    """Return how many characters two texts start with alike."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )


def _overlap(one: types.Range, two: types.Range) -> bool:
    return one.start <= two.end and two.start <= one.end
