"""Numbers as people write them: `parse_number` and `format_number`."""

from tst_grammar.automata import engine
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import AmbiguousNumberError, NotationError
from tst_grammar.notation.locales import RATIO_SIGNS, Locale, find_locale, in_groups, is_currency_sign
from tst_grammar.notation.number import Number
from tst_grammar.notation.reading import elsewhere, quick_reader, read, read_by_lark, readings


def parse_number(text: str, *, locale: str = "en") -> Number:
    """Read a text that is one number as the locale writes it, with its exact value.

    With `locale="auto"`, the text must be the same number in every locale that can read it.

    >>> parse_number("-$1,234.50").value
    Decimal('-1234.50')
    >>> parse_number("1.234,50 €", locale="de").value
    Decimal('1234.50')
    >>> parse_number("1'234.5", locale="auto").value
    Decimal('1234.5')
    """
    if not isinstance(text, str):
        raise TypeError(f"parse_number takes a str, not {type(text).__name__}")
    if locale == "auto":
        return _parse_auto(text)
    chosen = find_locale(locale)
    number = quick_reader(chosen.id, engine.NAME)(text)
    if number:
        return number
    try:
        return read_by_lark(text, chosen)
    except NotationError as error:
        error.message += elsewhere(text, chosen)
        raise


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
    return read(text, find_locale("en"))


def _magnitude(number: Number, locale: Locale, *, grouped: bool) -> str:
    text = in_groups(number.integer, locale) if grouped else number.integer
    if number.fraction:
        text += locale.decimal_marks[0] + number.fraction
    if number.exponent:
        minus = locale.minus if number.exponent < 0 else ""
        text += f"{locale.exponents[0]}{minus}{abs(number.exponent)}"
    digits = {ord("0") + value: chr(ord(locale.zero) + value) for value in range(10)}
    return text.translate(digits)
