"""Extracts the answer of a text by rules: `extract` and `extract_many`."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from attrs import evolve

from tst_grammar.answers import choice, slots
from tst_grammar.answers.answer import Answer, Candidate
from tst_grammar.answers.candidates import Numbers
from tst_grammar.answers.choice import Choice
from tst_grammar.answers.latex import PlainText, plain_text
from tst_grammar.answers.number_pieces import Piece
from tst_grammar.answers.phrases import phrase_ends
from tst_grammar.answers.slots import Slot
from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.option_checks import checked_text
from tst_grammar.text.mathematics import mathematics

RULES: Final = ("boxed", "hash", "tag", "json", "phrase", "bold", "last")
"""The rules of `extract`, in the order in which they are tried."""

_WITH_NAME: Final = ("tag", "json")
_DIGIT: Final = re.compile(r"[\d\xbc-\xbe\u2150-\u215e]")
_BLANK: Final = re.compile(r"[^\w\xbc-\xbe\u2150-\u215e]*")
_WINDOW: Final = 80
_RESULT: Final = re.compile(r"([^=\n]{1,40}?)[\s$.!)\]\\]*+\Z")
_PERCENT_BEHIND: Final = re.compile(r"\}[\s$\\]*(?:%|(?:percent|pct)\b)")
_MINUS: Final = re.compile(r"\s*(?:[-−–]|(?:.*\s)?(?:minus|negative))\s+$", re.IGNORECASE)


def extract(
    text: str, *, scheme: AnyScheme = TST, locale: str = "en", rules: Iterable[str] = RULES
) -> Answer | None:
    r"""Return the number that a text gives as its answer, or None if it has no number.

    The rules are tried in this order: `boxed`, `hash`, `tag`, `json`, `phrase`, `bold` and `last`. After a
    colon, `tag` and `json` take a name, as in `json:total`. An answer with two readings is never
    guessed: it has no value, and its problem is `ambiguous`.

    >>> extract(r"So we get $\boxed{\frac{1}{2}}$.").value
    Fraction(1, 2)
    >>> extract("The answer is 1k 234.").value
    Decimal('1234')
    >>> answer = extract("The answer is 12k 34.")
    >>> answer.value, answer.raw, answer.problem
    (None, '12k 34', 'short-group')
    """
    if not isinstance(text, str):
        raise TypeError(f"extract takes a str, not {type(text).__name__}")
    return _extractor(scheme_of(scheme), checked_text("locale", locale), _checked(rules))(text)


def extract_many(
    texts: Iterable[str | None], *, scheme: AnyScheme = TST, locale: str = "en", rules: Iterable[str] = RULES
) -> list[Answer | None]:
    """Return the answer of each text. None stays None.

    >>> [answer and answer.value for answer in extract_many(["#### 42", None, "unknown"])]
    [Decimal('42'), None, None]
    """
    if isinstance(texts, str):
        raise TypeError("extract_many takes an iterable of texts, not str: use extract")
    if isinstance(texts, bytes) or not isinstance(texts, Iterable):
        raise TypeError(f"extract_many takes an iterable of texts, not {type(texts).__name__}")
    find = _extractor(scheme_of(scheme), checked_text("locale", locale), _checked(rules))
    return [None if text is None else find(checked_text("each row of extract_many", text)) for text in texts]


def _checked(rules: Iterable[str]) -> tuple[str, ...]:
    if rules is RULES:
        return RULES
    if isinstance(rules, str | bytes) or not isinstance(rules, Iterable):
        raise TypeError(f"rules takes names of rules, not {type(rules).__name__}")
    chosen = tuple(rules)
    for rule in chosen:
        if not isinstance(rule, str):
            raise TypeError(f"rules takes names of rules, not {type(rule).__name__}")
        name, colon, argument = rule.partition(":")
        if name not in RULES or (colon and (name not in _WITH_NAME or not argument)):
            raise OptionError(
                f"rules holds {quoted(rule)}: a rule is {either(RULES)}, and tag and json may have a "
                "name after a colon, as in json:total",
                fault="unknown-answer-rule",
                expected=RULES,
            )
    return chosen


@lru_cache(256)
def _extractor(scheme: Scheme, locale: str, rules: tuple[str, ...]) -> "Extractor":
    return Extractor(scheme, locale, rules)


class Extractor:
    """Extracts answers with options that were checked once.

    >>> Extractor(TST, "en", RULES)("#### 42").value
    Decimal('42')
    """

    def __init__(self, scheme: Scheme, locale: str, rules: tuple[str, ...]) -> None:
        self._language = "" if locale == "auto" else find_locale(locale).id.partition("-")[0]
        self._numbers = Numbers(locale, scheme)
        self._rules = [self._rule(rule) for rule in rules]

    def __call__(self, text: str) -> Answer | None:
        """Return the answer of a text, or None."""
        for rule in self._rules:
            found = rule(text)
            if found:
                return found
        return None

    def _rule(self, rule: str) -> Callable[[str], Answer | None]:
        name, _, argument = rule.partition(":")
        rules: dict[str, Callable[[str], Answer | None]] = {
            "boxed": partial(self._boxed, rule),
            "hash": partial(self._hash, rule),
            "tag": partial(self._tag, rule, argument or "answer"),
            "json": partial(self._json, rule, argument),
            "phrase": partial(self._phrase, rule),
            "bold": partial(self._bold, rule),
            "last": partial(self._last, rule),
        }
        return rules[name]

    def _boxed(self, rule: str, text: str) -> Answer | None:
        slot = slots.box(text)
        if slot is None:
            return None
        answer = self._only(rule, text, slot, factorial=True)
        return evolve(answer, is_percent=True) if _PERCENT_BEHIND.match(text, slot.end) else answer

    def _hash(self, rule: str, text: str) -> Answer | None:
        return next(filter(None, (self._first(rule, text, slot) for slot in slots.hashes(text))), None)

    def _tag(self, rule: str, name: str, text: str) -> Answer | None:
        slot = slots.tag(text, name)
        if slot is None:
            return None
        answer = self._only(rule, text, slot)
        return (answer.problem == "ambiguous" and self._phrase(rule, text, slot)) or answer

    def _json(self, rule: str, name: str, text: str) -> Answer | None:
        slot = slots.json_field(text, name)
        return self._only(rule, text, slot) if slot else None

    def _bold(self, rule: str, text: str) -> Answer | None:
        answers = (self._only(rule, text, slot) for slot in slots.bolds(text))
        return next((answer for answer in answers if answer.problem != "no-number"), None)

    def _phrase(self, rule: str, text: str, within: Slot | None = None) -> Answer | None:
        begin, end = (within.start, within.end) if within else (0, len(text))
        stop = end  # of an earlier phrase, only the text up to the next one is new
        for place in phrase_ends(text[begin:end], self._language):
            line = _line_at(text, begin + place, stop)
            stop = line.start
            answer = self._first(rule, text, line)
            if answer is None and _BLANK.fullmatch(text, line.start, line.end):
                below = _next_line(text, line.end, end)
                answer = self._first(rule, text, below) if below else None
            if answer:
                return answer
        sign = text.rfind("=", begin, end)
        result = _RESULT.match(text, sign + 1, end) if sign >= begin else None
        if result is None:
            return None
        first = text.rfind("\n", begin, sign) + 1 or begin
        is_cut = "$" in result[1] and _is_in_mathematics(text[first : result.end()], sign - first)
        return self._chosen(
            rule, text, Slot(first if is_cut else result.start(1), result.end(1)), choice.only
        )

    def _last(self, rule: str, text: str) -> Answer | None:
        end = len(text)
        while end > 0:
            start = text.rfind("\n", 0, end) + 1
            if _DIGIT.search(text, start, end):
                answer = self._last_of_line(rule, text, start, end)
                if answer:
                    return answer
            end = start - 1
        return None

    def _last_of_line(self, rule: str, text: str, start: int, end: int) -> Answer | None:
        """Return the last number of a line; of a long line, its end is usually enough."""
        window = text.rfind(" ", start, max(start, end - _WINDOW))
        if window > start and not _is_in_mathematics(text[start:end], window - start):
            middle = (window + end) // 2
            found = self._chosen(rule, text, Slot(window, end), choice.last)
            if found and found.start > middle:
                return found
        return self._chosen(rule, text, Slot(start, end), choice.last)

    def _only(self, rule: str, text: str, slot: Slot, *, factorial: bool = False) -> Answer:
        choose = partial(choice.only, factorial=True) if factorial else choice.only
        answer = self._chosen(rule, text, slot, choose)
        if answer is None:
            raw = text[slot.start : slot.end]
            every = partial(self._candidates, text)
            return Answer(None, raw, slot.start, slot.end, rule, problem="no-number", all=every)
        return answer if slot.is_whole else evolve(answer, value=None, problem="unclosed")

    def _first(self, rule: str, text: str, slot: Slot) -> Answer | None:
        return self._chosen(rule, text, slot, choice.first)

    def _chosen(
        self, rule: str, text: str, slot: Slot, choose: Callable[[str, list[Piece]], Choice | None]
    ) -> Answer | None:
        plain = plain_text(text, slot.start, slot.end)
        is_line = text[max(slot.start - 2, 0) : slot.start].strip(" \t")[-1:] in ("", "\n", "#")
        found = self._numbers.find(plain.text, is_line=is_line)
        if found and choose is not choice.last:
            found[0] = _with_minus(plain.text, found[0])
        chosen = choose(plain.text, found)
        return self._answer(rule, text, plain, chosen) if chosen else None

    def _answer(self, rule: str, text: str, plain: PlainText, chosen: Choice) -> Answer:
        start, end = plain.place(chosen.start, chosen.end)
        piece = chosen.piece or Piece(start, end, None)
        known = chosen.readings or (() if piece.value is None else (piece.value,))
        return Answer(
            piece.value,
            text[start:end],
            start,
            end,
            rule,
            piece.unit,
            piece.is_percent,
            piece.magnitude,
            chosen.problem,
            known,
            partial(self._candidates, text),
        )

    def _candidates(self, text: str) -> tuple[Candidate, ...]:
        found = []
        start = 0
        for line in text.splitlines(keepends=True):
            plain = plain_text(text, start, start + len(line))
            found += [_candidate(text, plain, each) for each in self._numbers.find(plain.text, is_line=True)]
            start += len(line)
        return tuple(found)


def _with_minus(text: str, piece: Piece) -> Piece:
    """Return a number with the minus and the space before it."""
    if piece.start < 2 or piece.value is None or piece.value <= 0 or not _MINUS.match(text[: piece.start]):
        return piece
    start = len(text[: piece.start].rstrip()) - 1
    start = text.rfind(" ", 0, start) + 1 if text[start].isalpha() else start
    return evolve(piece, start=start, value=-piece.value)


def _is_in_mathematics(line: str, place: int) -> bool:
    return any(span.start < place < span.end for span in mathematics(line))


def _line_at(text: str, start: int, end: int) -> Slot:
    stop = text.find("\n", start, end)
    return Slot(start, end if stop < 0 else stop)


def _next_line(text: str, start: int, end: int) -> Slot | None:
    """Return the first line after a position that has words or digits."""
    while start < end:
        line = _line_at(text, start + 1, end)
        if not _BLANK.fullmatch(text, line.start, line.end):
            return line
        start = line.end
    return None


def _candidate(text: str, plain: PlainText, piece: Piece) -> Candidate:
    start, end = plain.place(piece.start, piece.end)
    return Candidate(
        text[start:end],
        start,
        end,
        piece.value,
        piece.unit,
        piece.is_percent,
        piece.magnitude,
        piece.problem,
        piece.readings,
    )
