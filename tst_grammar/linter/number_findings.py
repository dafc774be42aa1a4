"""What is wrong with one number: a suspect, a number of another scheme or a plain number."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from attrs import evolve

from tst_grammar.automata import grammar
from tst_grammar.automata.runner import Runner
from tst_grammar.diagnostics import Diagnostic, Fix, Severity, quoted
from tst_grammar.language.digit_shapes import DigitShapes
from tst_grammar.language.fast_codec import writer_for, written
from tst_grammar.language.groups import has_powers, has_suffixes
from tst_grammar.language.layout import Digits, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.language.syntax import parse_tst
from tst_grammar.linter.markers import markers_of
from tst_grammar.linter.other_schemes import ForeignNumber, whole
from tst_grammar.linter.suspect.respelling import agrees, respelled
from tst_grammar.linter.suspect.suspect import Suspect, read_suspect
from tst_grammar.linter.suspect.suspect_mistakes import examined, faults, fix_of, unsafe, weakened
from tst_grammar.notation.locales import Locale, find_locale
from tst_grammar.notation.parts import Parts
from tst_grammar.rules import find_rule
from tst_grammar.text.text_grammar import shapes, text_runner

SUSPECT: Final = "suspect"
"""The kind of the tokens that look like TST and are not canonical."""

_JOINING = frozenset(("missing-space", "irregular-space", "detached-point", "joined-marker", "joined-digits"))
"""The faults that a number can have because its groups are joined."""


class NumberFindings:
    """Tells what is wrong with single numbers in texts of one scheme.

    Plain numbers are reported if `plain`.
    """

    def __init__(self, scheme: Scheme, locale: Locale, *, separator: str, plain: bool) -> None:
        self.scheme = scheme
        self.zero = layout_of(scheme).write(Digits("", "0", "", "", ""))
        self._locale = locale
        self._separator = separator
        self._reports_plain = plain
        self._layout = layout_of(scheme)
        self._power = markers_of(scheme).power if has_powers(scheme) else ""

    @cached_property
    def _plain_runner(self) -> Runner[Parts]:
        """The automaton that finds plain numbers."""
        return text_runner(self._locale, shapes(), self._separator)

    @cached_property
    def _encode(self) -> Callable[[str], str | None] | None:
        """Writes most plain numbers as TST with the kernel."""
        kernel = self._plain_runner.kernel
        writer = writer_for(self._layout) if kernel else None
        return (lambda raw: kernel.encode(raw, writer)) if kernel and writer else None

    def is_plain(self, raw: str) -> bool:
        """Tell whether a text is one plain number."""
        return self._plain_runner.parts(raw) is not None

    def about(self, raw: str, kind: str) -> Iterable[Diagnostic]:
        """Return the mistakes in a suspect or a plain number."""
        return self._suspects.findings(raw) if kind == SUSPECT else self.about_plain(raw)

    @cached_property
    def _suspects(self) -> DigitShapes:
        return _suspects_of(self.scheme, self._locale.id, self._separator, self._reports_plain)

    def examine(self, raw: str) -> tuple[list[Diagnostic], list[str]]:
        """Return the mistakes in a suspect, and the numbers that it may have been or is."""
        suspect = read_suspect(raw, self.scheme)
        findings, texts = examined(suspect)
        found = list(self._about_suspect(suspect, findings))
        return found, [raw[suspect.start : suspect.end], *texts]

    def _about_suspect(self, suspect: Suspect, findings: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the mistakes in a suspect, unless it is as likely to be ordinary text.

        They are warnings if no two groups agree in scheme and order.
        """
        raw = suspect.raw
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
            yield from findings if agrees(suspect) else map(weakened, findings)

    def about_run(self, raw: str, *, is_certain: bool) -> Iterator[Diagnostic]:
        """Yield the mistakes in a run. They are warnings if it has sound numbers in it or no groups agree."""
        suspect = read_suspect(raw, self.scheme)
        findings = list(faults(suspect))
        is_odd = self._may_be_ordinary_text(suspect, {found.name for found in findings})
        is_certain = is_certain and not is_odd and agrees(suspect)
        for found in findings:
            fix = unsafe(found.fix)
            is_error = is_certain and found.name != "rising-magnitude"
            yield evolve(found, fix=fix, severity=found.severity if is_error else Severity.WARNING)

    def _may_be_ordinary_text(self, suspect: Suspect, names: set[str]) -> bool:
        """Tell whether a suspect with these faults may as well be ordinary text."""
        is_weak = len(suspect.marked) < 2
        if not suspect.has_integer and not respelled(suspect):
            return True  # sizes of pictures, as in 1080p 720p
        if "missing-space" in names and (names - _JOINING or (is_weak and not suspect.is_terminated)):
            return True  # a name with letters and digits, as in 35k805
        if names & {"missing-point", "decimal-comma"} and suspect.has_bare_lead and is_weak:
            return True  # a count and a size, as in 12 720p films
        padding = "short-group" if self.scheme.fill == "all" else "leading-zero"
        if {padding, "detached-point"} <= names and is_weak:
            return True  # an octal float, as in 01.164p+8
        is_length = self.scheme.marker == "separate" and is_weak  # as in 5 m 300
        return names == {"skipped-magnitude"} and (suspect.is_duration or is_length)

    def _about_words(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield the mistakes in the plain numbers of a suspect that is ordinary text."""
        words = suspect.words
        glued = {word for one, two in pairwise(words) if one.end == two.start for word in (one, two)}
        for word in words:
            if word.raw.isdecimal() and word not in glued:
                yield from (found.moved(word.start) for found in self.about_plain(word.raw))

    def _about_abbreviation(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield a finding for a single group of TST, if it can hardly be anything else."""
        is_plain = has_suffixes(self.scheme)
        meant = respelled(suspect)
        fix = fix_of(suspect, [meant.text], is_safe=meant.is_certain) if meant else None
        if fix and suspect.has_integer and (is_plain or self.scheme.spelling == "reserved"):
            message = f"{quoted(suspect.raw)} looks like TST but is not a complete TST number"
            yield find_rule("abbreviated-number").finding(message, suspect.start, suspect.end, fix)

    def about_foreign(self, raw: str, *, is_certain: bool = False) -> Iterator[Diagnostic]:
        """Yield a finding if a text is a number of another scheme."""
        number = next(whole(raw, self.scheme), None)
        if number:
            yield from self.about_number(number, is_certain=is_certain)

    def about_number(self, number: ForeignNumber, *, is_certain: bool) -> Iterator[Diagnostic]:
        """Yield a finding about a number of another scheme.

        With only one marker it may be ordinary text: the finding is a warning, and its fix is unsafe.
        """
        text = written(parse_tst(number.raw, scheme=number.scheme).number, self._layout)
        is_strong = is_certain or number.marked > 1 or bool(markers_of(number.scheme).opening)
        is_fixable = text is not None and self.scheme.point != "always"
        fix = Fix(0, len(number.raw), text or "", is_safe=is_strong) if is_fixable else None
        message = f"{quoted(number.raw)} is a number of the scheme {number.name}"
        found = find_rule("mixed-scheme").finding(message, 0, len(number.raw), fix)
        yield found if is_strong else weakened(found)

    def about_plain(self, raw: str, start: int = 0) -> Iterator[Diagnostic]:
        """Yield a finding if a plain number is not written as TST, or cannot be, and if zero has a sign.

        `start` is where the number starts.
        """
        end = start + len(raw)
        is_negative_zero = raw[1:] == self.zero and raw[0] in grammar.characters("MINUS")
        if is_negative_zero:
            fix = Fix(start, end, self.zero, is_safe=False)  # the text may be about the sign
            found = find_rule("negative-zero").finding("zero has no sign", start, end, fix, (self.zero,))
            yield weakened(found)
        if not self._reports_plain or is_negative_zero:
            return
        parts, text = self._as_tst(raw)
        if text == raw:
            return
        # with one digit per token, the digits before a number may belong to it; and 5e3 may be a group
        is_apart = self.scheme.unit == "group" and not (self._power and self._power in raw.lower())
        plain_fix = Fix(start, end, text, is_safe=is_apart) if text is not None else None
        if parts == "mixed-scripts":
            name, message = "unwritable-number", f"{quoted(raw)} has digits of more than one script"
        elif text is None:
            name, message = "unwritable-number", f"{quoted(raw)} needs more digits than this scheme has"
        else:
            name, message = "unannotated-number", f"{quoted(raw)} is not written as TST"
        yield find_rule(name).finding(message, start, end, plain_fix, (text,) if text else ())

    def meant(self, start: int, raw: str, kind: str) -> Iterator[tuple[int, int, str]]:
        """Yield the place of each number of a token with the canonical text that was meant, or its own."""
        if kind == SUSPECT:
            suspect = read_suspect(raw, self.scheme)
            number = respelled(suspect)
            if number and not suspect.is_alone:
                yield start, start + suspect.end, number.text
            yield from ((start + each.start, start + each.end, each.text) for each in suspect.extra)
        else:
            text = raw if kind == CANONICAL else self._as_tst(raw)[1]
            yield start, start + len(raw), text or raw

    def _as_tst(self, raw: str) -> tuple[Parts | str | None, str | None]:
        """Return the parts of a plain number, or its fault, and its text as TST, if it has one."""
        if self._encode and (text := self._encode(raw)) is not None:
            return None, text
        token = self._plain_runner.whole(raw)
        parts = token[3] if token else None
        return parts, written(parts, self._layout) if isinstance(parts, Parts) else None


@lru_cache(32)
def _suspects_of(scheme: Scheme, locale: str, separator: str, plain: bool) -> DigitShapes:  # noqa: FBT001
    """Return what is known about the shapes of suspects, which all linters with these options share."""
    return DigitShapes(
        NumberFindings(scheme, find_locale(locale), separator=separator, plain=plain).examine, scheme
    )
