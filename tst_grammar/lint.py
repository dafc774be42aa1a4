"""Finds what is wrong with annotated text: `lint` says what, where and how to mend it."""

from collections.abc import Iterator

from tst_grammar.annotated_grammar import linting_matcher
from tst_grammar.conversion import is_valid
from tst_grammar.delimiters import checked_delimiters
from tst_grammar.diagnostics import Diagnostic, Fix, Span, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.layout import layout_of
from tst_grammar.lines import segments
from tst_grammar.locales import find_locale
from tst_grammar.parts import Parts
from tst_grammar.respelling import respelled
from tst_grammar.roles import NUMBERS
from tst_grammar.rules import SPELLING, find_rule
from tst_grammar.runner import TST as CANONICAL
from tst_grammar.runner import Spotted, written
from tst_grammar.scheme import PRESETS, TST, Scheme, gst, require_scheme
from tst_grammar.suspects import Suspect, read_suspect
from tst_grammar.syntax import parse_tst
from tst_grammar.text_grammar import matcher, shapes

_KINDS = frozenset((*NUMBERS, "suspect", "foreign"))


def lint(
    text: str,
    *,
    scheme: Scheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
) -> list[Diagnostic]:
    """Return what is wrong with the numbers of an annotated text, in order.

    >>> [(found.code, found.message) for found in lint("It has 1m 23k 456 cells.")]
    [('TST107', "'23k' has 2 digits: a group after the first has 3 digits")]
    >>> lint("It has 1m 023k 456 cells.")
    []
    """
    linter = linter_for(scheme=scheme, locale=locale, delimiters=delimiters)
    if not isinstance(text, str):
        raise TypeError(f"lint takes a str, not {type(text).__name__}")
    return [found.moved(offset) for offset, segment in linter.pieces(text) for found in linter.findings(segment)]


class Linter:
    """Looks at annotated text of one scheme; what it finds plain numbers by is a locale."""

    def __init__(self, scheme: Scheme, locale: str) -> None:
        self.scheme = scheme
        self._locale = find_locale(locale)
        self._matcher = linting_matcher(scheme, self._locale)
        self._layout = layout_of(scheme)

    def pieces(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield parts of a text that can be looked at one by one, with their offsets."""
        return segments(text)

    def findings(self, text: str) -> Iterator[Diagnostic]:
        """Yield what is wrong with a text, in order."""
        for start, end, kind in self._matcher.spot(text, _KINDS):
            for found in self._about(text[start:end], kind):
                yield found.moved(start)

    def numbers(self, text: str) -> list[Spotted]:
        """Return the canonical numbers of a text, as start, end and kind."""
        return list(self._matcher.spot(text, {CANONICAL}))

    def _about(self, raw: str, kind: str) -> Iterator[Diagnostic]:
        if kind == "suspect":
            return self.about_suspect(raw)
        return self._about_foreign(raw) if kind == "foreign" else self._about_plain(raw)

    def about_suspect(self, raw: str) -> Iterator[Diagnostic]:
        """Yield what is wrong with what looks like a number, from its start on."""
        suspect = read_suspect(raw, self.scheme)
        oddities = [
            (rule, *where)
            for rule in map(find_rule, SPELLING)
            if rule.check
            for where in rule.check(suspect)
        ]
        error = _error_of(suspect)
        if error and _is_alone(suspect):
            if not oddities:
                yield from self._about_abbreviation(suspect)
            return
        if error and any(rule.name == "missing-space" for rule, *_ in oddities):
            return  # a name of something, with letters and digits
        fix = _fix_of(suspect)
        for rule, span, message in sorted(oddities, key=lambda oddity: oddity[1].start):
            yield rule.finding(message, span.start, span.end, fix)
        if error:
            span = suspect.span_of(error.span or Span(0, len(suspect.text)))
            yield find_rule(error.fault).finding(error.message, span.start, span.end, fix, error.expected)
        elif suspect.extra:
            extra = " ".join(piece.raw for piece in suspect.extra)
            message = f"{quoted(extra)} directly follows the number {quoted(raw[: suspect.end])}: are they one?"
            yield find_rule("number-run").finding(message, suspect.extra[0].start, suspect.extra[-1].end)

    def _about_abbreviation(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield what looks like a group of TST but stands alone, where that is not another way to write."""
        (word,) = suspect.marked or suspect.pieces[-1:]
        digits = sum(character in "0123456789" for character in word.text)
        is_plain = self.scheme.marker == "joined" and self.scheme.placement == "suffix"
        if (is_plain or self.scheme.spelling == "reserved") and digits <= self.scheme.group_size:
            message = f"{quoted(suspect.raw)} looks like TST, but is no number of it"
            is_fraction = "p" in word.text
            fix = None if is_fraction else _fix_of(suspect)
            yield find_rule("abbreviated-number").finding(message, suspect.start, suspect.end, fix)

    def _about_foreign(self, raw: str) -> Iterator[Diagnostic]:
        for name, scheme in {**PRESETS, "gst-1": gst(1)}.items():
            if scheme != self.scheme and is_valid(raw, scheme=scheme):
                text = written(parse_tst(raw, scheme=scheme).number, self._layout)
                fix = None if text is None else Fix(0, len(raw), text, is_safe=True)
                message = f"{quoted(raw)} is a number of the scheme {name}"
                yield find_rule("mixed-scheme").finding(message, 0, len(raw), fix)
                return

    def _about_plain(self, raw: str) -> Iterator[Diagnostic]:
        token = matcher(self._locale, shapes(), "").whole(raw)
        parts = token[3] if token else None
        text = written(parts, self._layout) if isinstance(parts, Parts) else None
        if text is None:
            message = f"{quoted(raw)} is beyond what this scheme can write"
            if parts == "mixed-scripts":
                message = f"{quoted(raw)} has digits of more than one script"
            yield find_rule("unwritable-number").finding(message, 0, len(raw))
        elif text != raw:
            is_zero = isinstance(parts, Parts) and parts.sign and not (parts.integer + parts.fraction).strip("0")
            rule = find_rule("negative-zero" if is_zero and raw[1:] == text else "unannotated-number")
            message = "zero has no sign" if rule.name == "negative-zero" else f"{quoted(raw)} is not written as TST"
            yield rule.finding(message, 0, len(raw), Fix(0, len(raw), text, is_safe=True), (text,))


def _error_of(suspect: Suspect) -> TstGrammarError | None:
    try:
        parse_tst(suspect.text, scheme=suspect.scheme)
    except TstGrammarError as error:
        return error
    return None


def _is_alone(suspect: Suspect) -> bool:
    """Tell whether there is nothing but one group."""
    words = [piece for piece in suspect.pieces if piece.kind == "word"]
    groups = 1 + (suspect.scheme.marker == "separate")
    return len(words) <= groups and all(piece.kind != "point" for piece in suspect.pieces)


def _fix_of(suspect: Suspect) -> Fix | None:
    meant = respelled(suspect)
    if meant is None or meant.text == suspect.raw[suspect.start : suspect.end]:
        return None
    return Fix(suspect.start, suspect.end, meant.text, is_safe=meant.is_certain)


def linter_for(*, scheme: Scheme, locale: str, delimiters: tuple[str, str] | None) -> Linter:
    """Return what looks at annotated text, whose numbers may stand between delimiters."""
    require_scheme(scheme)
    pair = checked_delimiters(delimiters)
    if pair is None:
        return Linter(scheme, locale)
    from tst_grammar.delimited import DelimitedLinter  # noqa: PLC0415 -- it builds on this module

    return DelimitedLinter(scheme, locale, pair)
