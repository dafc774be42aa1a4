"""Finds mistakes in the numbers of annotated text."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from attrs import evolve

from tst_grammar.automata.runner import Place, Runner
from tst_grammar.diagnostics import Diagnostic, Fix, Span, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.conversion import decode, is_valid
from tst_grammar.language.fast_codec import written
from tst_grammar.language.groups import has_powers, has_suffixes
from tst_grammar.language.layout import layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.language.syntax import parse_tst
from tst_grammar.linter.annotated_grammar import suspect_runner
from tst_grammar.linter.checks import CHECKS
from tst_grammar.linter.respelling import respelled
from tst_grammar.linter.suspects import Suspect, read_suspect
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.rules import find_rule
from tst_grammar.text.lines import segments
from tst_grammar.text.text_grammar import shapes, text_runner

_PLAIN = frozenset(("unannotated-number", "unwritable-number"))
_KINDS = frozenset((*NUMBERS, "suspect", "foreign"))

_NEAR = 24
"""How many characters before and after a number are checked."""
_DEBRIS_BEFORE = re.compile(r"(?<![^\W_])(?:[^\W_]*\d[^\W_]*[^\W\d_]|[kmbtq]|p{1,8})[ \xa0]{1,3}$")
_DEBRIS_AFTER = re.compile(r"[ \xa0]{1,3}(?:\d+[^\W\d_]|(?:[kmbtq]|p{1,8})(?![^\W_]))")
"""Text beside a number that may be the rest of a damaged number, so that its groups are not certain."""
_CONTINUED_BEFORE = re.compile(r"\d[,.'’:/-]$")
_CONTINUED_AFTER = re.compile(r"[,.'’:/-]\d|[ \xa0]{0,2}[\[(]?[TТt] ?\d")
"""Text that continues a damaged number: a fix of only a part of the number would make it worse."""
_JOINING = frozenset(("missing-space", "irregular-space", "detached-point", "joined-marker", "joined-digits"))
"""The faults that a number can have because its groups are joined."""


class Linter:
    """Checks annotated text of one scheme. Plain numbers are read in a locale."""

    def __init__(self, scheme: Scheme, locale: str) -> None:
        self.scheme = scheme
        self._locale = find_locale(locale)
        self._layout = layout_of(scheme)

    @cached_property
    def runner(self) -> Runner[Parts]:
        """The automaton that finds TST numbers, suspects and plain numbers."""
        return suspect_runner(self.scheme, self._locale)

    def last_break(self, text: str) -> int:
        """Return the last place where a text can be cut without cutting a number, or 0 if there is none."""
        return self.runner.last_break(text)

    def segments(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield parts of a text that can be checked one by one, with their offsets."""
        return segments(text)

    def findings(self, text: str) -> Iterator[Diagnostic]:
        """Yield the mistakes in a text, in order."""
        for start, end, kind in self.runner.find_kinds(text, _KINDS):
            for found in self._about(text[start:end], kind):
                yield from self._in_context(text, start, end, found)

    def _in_context(self, text: str, start: int, end: int, found: Diagnostic) -> Iterator[Diagnostic]:
        """Yield a finding at its place. The text beside it may make its fix unsafe or impossible."""
        before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
        is_near_debris = bool(_DEBRIS_BEFORE.search(before) or _DEBRIS_AFTER.match(after))
        if is_near_debris and found.name == "abbreviated-number":
            return  # as in 1h 20m 30s
        fix = found.fix
        if fix and found.name not in _PLAIN:
            is_cut = found.name == "missing-point" and before.rstrip(" \xa0").endswith(".")
            if is_cut or _CONTINUED_BEFORE.search(before) or _CONTINUED_AFTER.match(after):
                fix = None
            elif is_near_debris:
                fix = evolve(fix, is_safe=False)
            found = evolve(found, fix=fix)
        yield found.moved(start)

    def numbers(self, text: str) -> Iterator[Span]:
        """Yield the places of the canonical numbers of a text."""
        return (Span(start, end) for start, end, _ in self.runner.find_kinds(text, {CANONICAL}))

    def meant(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the place of each number with the canonical text that was meant, or else its own text."""
        for start, end, kind in self.runner.find_kinds(text, _KINDS | {CANONICAL}):
            raw = text[start:end]
            if kind == CANONICAL:
                yield start, end, raw
            elif kind == "suspect":
                suspect = read_suspect(raw, self.scheme)
                number = respelled(suspect)
                if number and not suspect.is_alone:
                    yield start, start + suspect.end, number.text
                yield from ((start + each.start, start + each.end, each.text) for each in suspect.extra)
            else:
                fixes = (found.fix.text for found in self._about(raw, kind) if found.fix)
                yield start, end, next(fixes, raw)

    def canonical_or_plain(self, text: str) -> Iterable[Place]:
        """Return the canonical and plain numbers of a text, in order."""
        return self.runner.find_kinds(text, {CANONICAL, *NUMBERS})

    def is_plain(self, raw: str) -> bool:
        """Tell whether a text is one plain number."""
        return text_runner(self._locale, shapes(), "").parts(raw) is not None

    def _about(self, raw: str, kind: str) -> Iterator[Diagnostic]:
        if kind == "suspect":
            return self._about_suspect(raw)
        return self.about_foreign(raw) if kind == "foreign" else self.about_plain(raw)

    def _about_suspect(self, raw: str) -> Iterator[Diagnostic]:
        """Yield the mistakes in a suspect, unless it is as likely to be ordinary text."""
        suspect = read_suspect(raw, self.scheme)
        findings = list(self.faults(suspect))
        names = {found.name for found in findings}
        if suspect.is_alone:
            is_odd = names != {"missing-units"}
            yield from self.about_foreign(raw) if is_odd else self._about_abbreviation(suspect)
        elif self._may_be_ordinary_text(suspect, names):
            yield from list(self.about_foreign(raw)) or self._about_words(suspect)
        elif suspect.is_list:
            message = f"{quoted(suspect.raw)} looks like TST but is not a complete TST number"
            yield find_rule("abbreviated-number").finding(message, suspect.start, suspect.end)
        else:
            yield from findings

    def _may_be_ordinary_text(self, suspect: Suspect, names: set[str]) -> bool:
        """Tell whether a suspect with these faults may as well be ordinary text."""
        is_weak = len(suspect.marked) < 2
        if not suspect.has_integer and not respelled(suspect):
            return True  # sizes of pictures, as in 1080p 720p
        if "missing-space" in names and (names - _JOINING or (is_weak and not suspect.is_terminated)):
            return True  # a name with letters and digits, as in 35k805
        if names & {"missing-point", "decimal-comma"} and suspect.has_bare_lead and is_weak:
            return True  # a count and a size, as in 12 720p films
        is_length = self.scheme.marker == "separate" and is_weak  # as in 5 m 300
        return names == {"skipped-magnitude"} and (suspect.is_duration or is_length)

    def _about_words(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield the mistakes in the plain numbers of a suspect that is ordinary text."""
        words = suspect.words
        glued = {word for one, two in pairwise(words) if one.end == two.start for word in (one, two)}
        for word in words:
            if word.raw.isdecimal() and word not in glued:
                yield from (found.moved(word.start) for found in self.about_plain(word.raw))

    def faults(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield the mistakes in the spelling of a number, and then in the number itself."""
        fix = _fix_of(suspect)
        for name, check in CHECKS.items():
            for span, message in check(suspect):
                yield find_rule(name).finding(message, span.start, span.end, fix)
        error = _error_of(suspect)
        if error:
            span = suspect.span_of(error.span or Span(0, len(suspect.text)))
            yield find_rule(error.fault).finding(error.message, span.start, span.end, fix, error.expected)
        elif suspect.extra:
            extra = " ".join(piece.raw for piece in suspect.extra)
            number = quoted(suspect.raw[: suspect.end])
            yield find_rule("number-run").finding(
                f"{quoted(extra)} directly follows the number {number}: are they one number?",
                suspect.extra[0].start,
                suspect.extra[-1].end,
            )

    def _about_abbreviation(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield a finding for a single group of TST, if it can hardly be anything else."""
        is_plain = has_suffixes(self.scheme)
        fix = _fix_of(suspect)
        if fix and suspect.has_integer and (is_plain or self.scheme.spelling == "reserved"):
            message = f"{quoted(suspect.raw)} looks like TST but is not a complete TST number"
            yield find_rule("abbreviated-number").finding(message, suspect.start, suspect.end, fix)

    def about_foreign(self, raw: str, *, is_certain: bool = False) -> Iterator[Diagnostic]:
        """Yield a finding if a number is of another scheme. With only one marker, its fix is unsafe."""
        for name, scheme in SCHEMES.items():
            if scheme != self.scheme and is_valid(raw, scheme=scheme):
                text = written(parse_tst(raw, scheme=scheme).number, self._layout)
                is_safe = len(re.findall(r"[^\W\d_]+", raw)) > (not is_certain)
                is_fixable = text is not None and self.scheme.point != "always"
                fix = Fix(0, len(raw), text or "", is_safe=is_safe) if is_fixable else None
                message = f"{quoted(raw)} is a number of the scheme {name}"
                yield find_rule("mixed-scheme").finding(message, 0, len(raw), fix)
                return

    def about_plain(self, raw: str) -> Iterator[Diagnostic]:
        """Yield a finding if a plain number is not written as TST, or cannot be."""
        token = text_runner(self._locale, shapes(), "").whole(raw)
        parts = token[3] if token else None
        text = written(parts, self._layout) if isinstance(parts, Parts) else None
        # with one digit per token, the digits before a number may belong to it; and 5e3 may be a group
        is_apart = self.scheme.unit == "group" and not (has_powers(self.scheme) and "e" in raw.lower())
        fix = Fix(0, len(raw), text, is_safe=is_apart) if text is not None else None
        if parts == "mixed-scripts":
            name, message = "unwritable-number", f"{quoted(raw)} has digits of more than one script"
        elif text is None:
            name, message = "unwritable-number", f"{quoted(raw)} needs more digits than this scheme has"
        elif isinstance(parts, Parts) and parts.sign and raw[1:] == text:
            name, message = "negative-zero", "zero has no sign"
            fix = Fix(0, len(raw), text, is_safe=False)  # the text may be about the sign
        else:
            name, message = "unannotated-number", f"{quoted(raw)} is not written as TST"
        if text != raw:
            yield find_rule(name).finding(message, 0, len(raw), fix, (text,) if text else ())


def _error_of(suspect: Suspect) -> TstGrammarError | None:
    try:
        decode(suspect.text, scheme=suspect.scheme)
    except TstGrammarError as error:
        return error
    return None


def _fix_of(suspect: Suspect) -> Fix | None:
    meant = respelled(suspect)
    if meant is None or meant.text == suspect.raw[suspect.start : suspect.end]:
        return None
    return Fix(suspect.start, suspect.end, meant.text, is_safe=meant.is_certain)
