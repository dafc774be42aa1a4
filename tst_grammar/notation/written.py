"""Numbers as people write them: `parse_number` and `format_number`."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from tst_grammar.automata import engine
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import AmbiguousNumberError, NotationError, TstGrammarError
from tst_grammar.notation.advice import about_word
from tst_grammar.notation.locales import RATIO_SIGNS, Locale, find_locale, in_groups, is_currency_sign
from tst_grammar.notation.number import Number
from tst_grammar.notation.reading import any_locale, elsewhere, quick_reader, read, read_by_lark, readings
from tst_grammar.option_checks import checked_flag, checked_text

if TYPE_CHECKING:
    from tst_grammar.notation.lenient import Draft


def parse_number(text: str, *, locale: str = "en", lenient: bool = False) -> Number:
    """Read a text that is one number as the locale writes it, with its exact value.

    Blanks around the number are ignored. With `locale="auto"`, the text must be the same number in every
    locale that can read it. With `lenient=True`, more is read: accounting parentheses, ordinals, the names,
    abbreviations and lower-case codes of currencies, a blank after a sign, and spaces between groups.

    >>> parse_number("-$1,234.50").value
    Decimal('-1234.50')
    >>> parse_number("1.234,50 €", locale="de").value
    Decimal('1234.50')
    >>> parse_number("1'234.5", locale="auto").value
    Decimal('1234.5')
    >>> parse_number("US dollars (53.45)", lenient=True)
    Number(sign='-', integer='53', fraction='45', exponent=0, prefix='USD', suffix='')
    """
    if not isinstance(text, str):
        raise TypeError(f"parse_number takes a str, not {type(text).__name__}")
    checked_flag("lenient", lenient)
    chosen = None if checked_text("locale", locale) == "auto" else find_locale(locale)
    number = quick_reader(chosen.id, engine.NAME)(text) if chosen else None
    if number:
        return number
    bare = text.strip()
    if bare and bare != text:
        return _within(text, text.index(bare[0]), bare, chosen, lenient=lenient)
    return _parsed(text, chosen, lenient=lenient)


def _within(text: str, start: int, bare: str, chosen: Locale | None, *, lenient: bool) -> Number:
    """Read a number that has blanks around it, and keep its place in the whole text."""
    try:
        number = (quick_reader(chosen.id, engine.NAME)(bare) if chosen else None) or _parsed(
            bare, chosen, lenient=lenient
        )
    except TstGrammarError as error:
        error.source = text
        error.span = error.span.moved(start) if error.span else None
        raise
    return _placed(number, text, lambda span: span.moved(start))


def _parsed(text: str, chosen: Locale | None, *, lenient: bool) -> Number:
    """Read a number with Lark in a locale or in every one, and if that fails, rewrite it if allowed."""
    try:
        return _parse_auto(text) if chosen is None else read_by_lark(text, chosen)
    except NotationError as error:
        number = _leniently(text, chosen) if lenient else None
        if number is None:
            error.advise(partial(_advice, text, chosen))
            raise
        return number


def _leniently(text: str, chosen: Locale | None) -> Number | None:
    """Return the number that a rewritten text is, or None."""
    from tst_grammar.notation.lenient import strict_form  # noqa: PLC0415 -- only errors need it

    draft = strict_form(text, chosen)
    try:
        number = _strict(draft, chosen) if draft else None
    except NotationError:
        return None
    return _placed(number, text, draft.span) if number and draft else None


def _advice(text: str, chosen: Locale | None) -> str:
    """Return the end of a message: what the text would be in another locale, or with `lenient`."""
    lenient = _leniently(text, chosen)
    return (elsewhere(text, chosen) if chosen else "") + (
        f"; lenient reads this as {lenient.value}" if lenient else ""
    )


def _strict(draft: "Draft", chosen: Locale | None) -> Number:
    return _parse_auto(draft.text) if chosen is None else read(draft.text, chosen)


def _placed(number: Number, text: str, place: Callable[[Span], Span]) -> Number:
    """Return a number whose source is the whole text, with the spans of its parts there."""
    return evolve(number, source=text, spans={name: place(span) for name, span in number.spans.items()})


def format_number(number: Number, *, locale: str = "en") -> str:
    """Write a number as the locale does; `parse_number` reads the same number back.

    >>> format_number(parse_number("-1234567.80"))
    '-1,234,567.80'
    >>> format_number(parse_number("1234567.80"), locale="hi")
    '12,34,567.80'
    """
    if not isinstance(number, Number):
        raise TypeError(f"format_number takes a Number, not {type(number).__name__}")
    return format_in(number, find_locale(locale))


def format_in(number: Number, chosen: Locale, *, grouped: bool = True) -> str:
    """Write a number as a locale does, with or without group marks.

    >>> format_in(parse_number("1234.5"), find_locale("de"), grouped=False)
    '1234,5'
    """
    affix = number.prefix or number.suffix
    is_money = affix not in ("", *RATIO_SIGNS)
    if is_money and not chosen.knows_currency(affix):
        raise NotationError(f"{quoted(affix)} is not a currency in {chosen.id}", fault="unknown-currency")
    text = _magnitude(number, chosen.way_of(affix), grouped=grouped)
    sign = chosen.minus if number.sign == "-" else number.sign
    if number.suffix and not is_money:
        text = chosen.percent.replace("#", text).replace("%", chosen.percent_sign if affix == "%" else affix)
    elif number.prefix:
        text = number.prefix + ("" if is_currency_sign(number.prefix[-1]) else "\u00a0") + text
    elif number.suffix:
        text = f"{text}\u00a0{number.suffix}"
    return sign + text


def _parse_auto(text: str) -> Number:
    found = readings(text)
    if len(found) > 1:
        choices = " or ".join(f"{reading.number.value} as in {reading.style}" for reading in found)
        raise AmbiguousNumberError(
            f"{quoted(text)} could be {choices}: name the locale",
            fault="ambiguous",
            source=text,
            span=Span(0, len(text)),
            readings=found,
        )
    if found:
        return found[0].number
    from tst_grammar.notation.lenient import without_word  # noqa: PLC0415 -- only errors need it

    cut = without_word(text)
    if cut and readings(cut[0]):
        word = text[cut[1].start : cut[1].end]
        message = about_word(word) if cut[1].start else ""
        raise NotationError(
            message or f"{quoted(word)} is not a currency in any locale",
            fault="unknown-currency",
            source=text,
            span=cut[1],
        )
    return read(text, any_locale())


def _magnitude(number: Number, locale: Locale, *, grouped: bool) -> str:
    text = in_groups(number.integer, locale) if grouped else number.integer
    if number.fraction:
        text += locale.decimal_marks[0] + number.fraction
    if number.exponent:
        minus = locale.minus if number.exponent < 0 else ""
        text += f"{locale.exponents[0]}{minus}{abs(number.exponent)}"
    digits = {ord("0") + value: chr(ord(locale.zero) + value) for value in range(10)}
    return text.translate(digits)
