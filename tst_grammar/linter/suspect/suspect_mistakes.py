"""Reports the mistakes in one suspect, with the fix and the numbers that it may have been."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from tst_grammar.diagnostics import Diagnostic, Fix, Severity, Span, either, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.linter.suspect.checks import CHECKS
from tst_grammar.linter.suspect.repairs import rearranged, relabelled
from tst_grammar.linter.suspect.respelling import Respelling, respelled
from tst_grammar.linter.suspect.strict_reading import mistake_in
from tst_grammar.linter.suspect.suspect import Suspect
from tst_grammar.rules import find_rule


def faults(suspect: Suspect) -> Sequence[Diagnostic]:
    """Return the mistakes in the spelling of a number, and then in the number itself."""
    return examined(suspect)[0]


def examined(suspect: Suspect) -> tuple[Sequence[Diagnostic], Sequence[str]]:
    """Return the mistakes in a number, and the numbers that it may have been."""
    error, meant = mistake_in(suspect), respelled(suspect)
    texts = _meanings(suspect, meant) if error else [meant.text] if meant else []
    return list(_faults(suspect, error, meant, texts)), texts


def _faults(
    suspect: Suspect, error: TstGrammarError | None, meant: Respelling | None, texts: Sequence[str]
) -> Iterator[Diagnostic]:
    fix = fix_of(suspect, texts, is_safe=meant is not None and meant.is_certain)
    if suspect.raw != suspect.text:
        for name, check in CHECKS.items():
            for span, message in check(suspect):
                yield find_rule(name).finding(message, span.start, span.end, fix)
    if error:
        span = error.span or Span(suspect.start, suspect.end)
        message = f"{error.message}; it may be {either(texts)}" if len(texts) > 1 else error.message
        yield find_rule(error.fault).finding(message, span.start, span.end, fix, error.expected)
    elif suspect.extra:
        extra = " ".join(piece.raw for piece in suspect.extra)
        number = quoted(suspect.raw[: suspect.end])
        yield find_rule("number-run").finding(
            f"{quoted(extra)} directly follows the number {number}: are they one number?",
            suspect.extra[0].start,
            suspect.extra[-1].end,
        )


def fix_of(suspect: Suspect, texts: Sequence[str], *, is_safe: bool) -> Fix | None:
    """Return the fix that writes the first of some texts, if it changes anything."""
    if not texts or texts[0] == suspect.raw[suspect.start : suspect.end]:
        return None
    return Fix(suspect.start, suspect.end, texts[0], is_safe)


def unsafe(fix: Fix | None) -> Fix | None:
    """Return a fix that is not safe."""
    return fix and Fix(fix.start, fix.end, fix.text, is_safe=False)


def _meanings(suspect: Suspect, meant: Respelling | None) -> list[str]:
    """Return the numbers that a damaged number may have been, the likeliest first."""
    if meant and meant.is_certain:
        return [meant.text]
    texts = [*rearranged(suspect), *([meant.text] if meant else []), *relabelled(suspect)]
    return [text for text in dict.fromkeys(texts) if text != suspect.raw[suspect.start : suspect.end]]


def weakened(found: Diagnostic) -> Diagnostic:
    """Return a finding as a warning, for text that may as well be ordinary."""
    return evolve(found, severity=Severity.WARNING)
