"""The words and signs beside a number: magnitudes, units and percent."""

import re
from typing import Final

from tst_grammar.automata import grammar

MAGNITUDE_WORDS: Final = {
    "hundred": 2,
    "thousand": 3,
    "lakh": 5,
    "lakhs": 5,
    "lac": 5,
    "million": 6,
    "millions": 6,
    "mn": 6,
    "mln": 6,
    "mio": 6,
    "crore": 7,
    "crores": 7,
    "billion": 9,
    "billions": 9,
    "bn": 9,
    "trillion": 12,
    "tn": 12,
    "trn": 12,
    "quadrillion": 15,
}
"""The power of ten of each magnitude that is written as a word."""

MAGNITUDE_LETTERS: Final = {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12}
"""The power of ten of each letter that, joined to a number, is a magnitude."""

UNCERTAIN_LETTERS: Final = {"m": 6, "b": 9, "t": 12}
"""Letters that are a magnitude after an amount of money. After another number they may also be a unit."""

MAGNITUDE_SIGNS: Final = {
    "百": 2,
    "千": 3,
    "仟": 3,
    "万": 4,
    "萬": 4,
    "만": 4,
    "億": 8,
    "亿": 8,
    "억": 8,
    "兆": 12,
    "조": 12,
}
"""The power of ten of each magnitude in Chinese, Japanese and Korean."""

_UNITS: Final = (
    "mm cm m km in ft yd mi inch inches foot feet yard yards mile miles meter meters metre metres "
    "kilometer kilometers kilometre kilometres centimeter centimeters centimetre centimetres "
    "millimeters millimetres mg g kg t lb lbs oz gram grams kilogram kilograms ton tons tonne "
    "tonnes pound pounds ounce ounces ml cl l L liter liters litre litres gallon gallons cup cups "
    "ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks "
    "month months year years Hz kHz MHz GHz W kW MW kWh V A J kJ N Pa kPa K C F cal kcal B KB MB "
    "GB TB kB bit bits byte bytes mph kmh kph knots dollar dollars cent cents euro euros pence "
    "dozen dozens rupee rupees yen yuan won peso pesos franc francs degree degrees radians"
)

UNITS: Final = frozenset(_UNITS.split())
"""The words and letters after a number that are its unit."""

PERCENT_WORD: Final = re.compile(
    r"[ \xa0\u202f]{0,4}%|[ -]{1,4}(?:percent|per cent|pct|prozent|pour cent|por ciento|por cento|per cento|"
    r"процентов|процента|процент)\b|\s?(?:퍼센트|パーセント)",
    re.IGNORECASE,
)
"""A percent sign or word after a number."""

MONEY_AFTER: Final = re.compile(rf"[ \xa0\u202f]?([{re.escape(grammar.characters('CURRENCY'))}])(?!\s?\d)")
"""A currency sign after a number."""

MONEY_BEFORE: Final = re.compile(
    rf"(?<![\d\w])([{re.escape(grammar.characters('CURRENCY'))}])[ \xa0\u202f]{{1,2}}\Z"
)
"""A currency sign with a space before a number."""

WORD_AFTER: Final = re.compile(r"(?:[ \xa0\u2009\u202f]{0,6}|-)([^\W\d_]+)")
"""The word after a number."""
