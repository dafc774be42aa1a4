"""Checks that the kernel, plain Python and Lark agree on random strings, valid and invalid ones.

python scripts/check_agreement.py --count 1000000 --seed 1 --workers 2
"""

import argparse
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

from attrs import frozen

import tst_grammar as tst
from tst_grammar.automata import engine
from tst_grammar.automata.automaton import Automaton
from tst_grammar.automata.engine import runner_of
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.runner import Other, Runner
from tst_grammar.language.fast_codec import decoder
from tst_grammar.language.layout import Digits, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL, grammar_of_scheme
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.notation import reading
from tst_grammar.notation.locales import RATIO_SIGNS, Locale, is_currency_sign
from tst_grammar.notation.number import Spans
from tst_grammar.notation.number_grammar import number_runner, table_reader
from tst_grammar.notation.parts import NUMBER_PARTS, Parts
from tst_grammar.notation.roles import NUMBERS, ascii_automaton, definition_of, number_automaton
from tst_grammar.text.text_grammar import grammar_of, shapes

LOCALES_OF_TEXT = ("en", "de", "fr", "hi", "ar", "de-AT", None)
"""The locales of running text. None means the tables for all ways of writing."""

_FORMS = (
    *("m", "sm", "ms"),
    *("smr", "msr", "mrs", "srm", "rsm", "mr"),
    *("scm", "csm", "cms", "smc", "msc", "mcs", "(cm)", "(mc)", "(m)c", "c(m)", "mc", "cm"),
)
"""The forms of numbers in `number.lark`: s is a sign, m a magnitude, r a ratio and c a currency."""

_BIDI = "\u200e\u200f\u061c\u2066\u202e"
_SPACES = " \xa0\u2009\u202f"
_SIGNS = "---−–+＋"
_RATIOS = "%%%‰٪؉％"
_CURRENCIES = ("$", "€", "£", "¥", "₹", "¢", "\U0001e2ff", "USD", "US$", "R$", "EUR", "kr", "元", "р.", "CHF")
_ZEROS = "0" * 12 + "٠०۰𝟎߀"
_TIMES = ("×", "x", "*", "·", "⋅", "\\times", "\\cdot")
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NASTY = (
    "0123456789.,'’٫٬ \xa0\u202f\u2009-+−–()[]{}%‰٪$€₹eEkmbtqp^*×x·²⁻¹⁰½\\_/:@#TMAG"
    "\u200e\u061c٣४𝟙üжあ漢\u0301\n\r\t\0\ud800"
)
_WORDS = (
    *(
        "of",
        "the",
        "COVID-19",
        "2024-01-15",
        "10:30",
        "1.2.3",
        "192.168.0.1",
        "a.b@c1.d",
        "5kg",
        "21st",
        "x86_64",
    ),
    *(
        "https://a.b/1?c",
        "0x1F",
        "1k 234",
        "-1m 000k 000. 500p",
        "[T1]",
        "$2k 024",
        "100 k",
        "()",
        "漢字",
        "кот",
        "\n",
    ),
)


@frozen
class Task:
    """How many strings to check, with the presets and with some random schemes."""

    seed: int
    count: int
    schemes: int


def pick(chance: random.Random, weights: dict[str, int]) -> str:
    """Return a random name, by weight."""
    return chance.choices([*weights], [*weights.values()])[0]


def digits(chance: random.Random, most: int = 9) -> str:
    """Return one digit or more."""
    return "".join(chance.choices("00123456789", k=chance.randint(1, most)))


def grouped(chance: random.Random, locale: Locale) -> str:
    """Return digits in groups, mostly as a locale writes them."""
    last, *before = locale.grouping
    width = before[0] if before else last
    mark = chance.choice(locale.group_marks or ",")
    middle = (digits(chance, 1) * width for _ in range(chance.randint(0, 3)))
    return mark.join((chance.choice("123456789"), *middle, f"{chance.randrange(10**last):0{last}}"))


def magnitude(chance: random.Random, locale: Locale) -> str:
    """Return the digits of a number, perhaps with a point, groups or an exponent."""
    kind = pick(chance, {"plain": 5, "grouped": 5, "leading point": 1, "power": 1})
    if kind == "power":
        return "10" + _power(chance)
    text = "" if kind == "leading point" else grouped(chance, locale) if kind == "grouped" else digits(chance)
    if kind == "leading point" or chance.random() < 0.5:
        text += chance.choice(locale.decimal_marks) + (digits(chance) if chance.random() < 0.9 else "")
    exponent = chance.random()
    if exponent < 0.15:
        text += (
            chance.choice((*locale.exponents, "e", "E"))
            + chance.choice(("", "-", "−", "+"))
            + digits(chance, 4)
        )
    elif exponent < 0.25:
        space = chance.choice(("", "", *_SPACES))
        text += f"{space}{chance.choice(_TIMES)}{space}10{_power(chance)}"
    return text


def _power(chance: random.Random) -> str:
    sign = chance.choice(("", "-", "+"))
    kind = chance.choice(("^", "{", "**", "superscript"))
    exponent = digits(chance, 17 if chance.random() < 0.1 else 3)
    if kind == "superscript":
        return {"-": "⁻", "+": "⁺", "": ""}[sign] + "".join(_SUPERSCRIPTS[int(digit)] for digit in exponent)
    return f"^{{{sign}{exponent}}}" if kind == "{" else f"{kind}{sign}{exponent}"


def number(chance: random.Random, locale: Locale) -> str:
    """Return a number in one of the forms of `number.lark`."""
    pieces: list[str] = []
    parts: dict[str, Callable[[], str]] = {
        "s": lambda: chance.choice((*_SIGNS, locale.minus)),
        "m": lambda: magnitude(chance, locale),
        "r": lambda: chance.choice((*_RATIOS, locale.percent_sign)),
        "c": lambda: chance.choice((*_CURRENCIES, *sorted(locale.currencies)[:20])),
    }
    for part in chance.choice(_FORMS):
        made = parts[part]() if part in parts else part
        bidi = "".join(chance.choices(_BIDI, k=chance.randint(1, 3))) if chance.random() < 0.05 else ""
        gap = chance.choice(_SPACES) if pieces and part in "rcm" and chance.random() < 0.3 else ""
        pieces += [bidi, gap, made]
    text = "".join(pieces)
    zero = ord(chance.choice(_ZEROS) if chance.random() < 0.8 else locale.zero)
    return text.translate({ord("0") + value: zero + value for value in range(10)})


def mutated(chance: random.Random, text: str) -> str:
    """Return a text with up to three characters changed, doubled, dropped, swapped or added."""
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        place = chance.randint(0, len(text))
        before, here, after = text[:place], text[place : place + 1], text[place + 1 :]
        change = chance.choice(("add", "change", "drop", "double", "swap"))
        if change == "add":
            text = before + chance.choice(_NASTY) + here + after
        elif change == "change":
            text = before + chance.choice(_NASTY) + after
        elif change == "drop":
            text = before + after
        elif change == "double":
            text = before + here * 2 + after
        else:
            text = before + after[:1] + here + after[1:]
    return text


def random_scheme(chance: random.Random) -> Scheme:
    """Return a random scheme that is small enough to be compiled quickly."""
    while True:
        try:
            return Scheme(
                group_size=chance.choice((1, 2, 3, 3, 4, 5)),
                marker=chance.choice(("joined", "separate")),
                unit=chance.choice(("group", "digit")),
                placement=chance.choice(("suffix", "prefix")),
                fill=chance.choice(("interior", "all", "none")),
                point=chance.choice(("fraction", "always")),
                terminated=chance.random() < 0.5,
                spelling=chance.choice(("letter", "reserved")),
                integer_digits=chance.randint(1, 12),
                fraction_digits=chance.randint(0, 9),
                magnitudes=chance.choice((None, (), ("K", "M"), ("e",), ("万", "億", "兆"))),
            )
        except tst.SchemeError:
            continue


def number_in_tst(chance: random.Random, scheme: Scheme) -> str:
    """Return a random number as TST."""
    integer = digits(chance, scheme.integer_digits)
    fraction = digits(chance, scheme.fraction_digits) if scheme.fraction_digits else ""
    sign, affix = chance.choice(("", "", "-")), chance.choice(("", "", "$", "€", "USD ", "R$", "\U0001e2ff"))
    text = f"{sign}{affix}{integer}.{fraction}" if chance.random() < 0.6 else f"{sign}{integer}"
    if not affix and chance.random() < 0.3:
        text += chance.choice(("%", "‰", "€", " USD"))
    return tst.encode(text, scheme=scheme)


def running_text(chance: random.Random, locale: Locale, scheme: Scheme) -> str:
    """Return words, shapes and numbers, with marks and spaces between them."""
    pieces = []
    for _ in range(chance.randint(1, 10)):
        kind = pick(chance, {"number": 4, "TST": 3, "word": 3})
        if kind == "number":
            pieces.append(mutated(chance, number(chance, locale)))
        elif kind == "TST":
            pieces.append(mutated(chance, number_in_tst(chance, scheme)))
        else:
            pieces.append(chance.choice(_WORDS))
        pieces.append(chance.choice((" ", " ", " ", ", ", ". ", "\n", "-", "/", "", "\u202f", " — ")))
    return mutated(chance, "".join(pieces))


@frozen
class Both:
    """Runners of the same tables in plain Python and, if the kernel was built, in native code."""

    kernel: Runner[Parts]
    plain: Runner[Parts]

    @classmethod
    def of(cls, grammar: str, compiler: Callable[[], LazyAutomaton]) -> "Both":
        """Return both runners for a grammar."""
        return cls(
            *(
                runner_of(definition_of(grammar), compiler, NUMBER_PARTS, native=each)
                for each in (engine.NATIVE, False)
            )
        )

    def agreed(self, text: str, run: Callable[[Runner[Parts]], Any]) -> Any:  # noqa: ANN401
        """Return the result of both runners, or fail if they differ."""
        one, other = run(self.kernel), run(self.plain)
        if one != other or type(one) is not type(other):
            raise AssertionError(f"{text!r} is {one!r} to the kernel, and {other!r} to plain Python")
        return one


@cache
def _text(locale: str | None) -> Both:
    grammar = grammar_of(tst.find_locale(locale) if locale else None, shapes())
    return Both.of(grammar, lambda: number_automaton(grammar, with_roles=locale is not None))


@cache
def _scheme(scheme: Scheme) -> Both:
    grammar = grammar_of_scheme(scheme)
    return Both.of(grammar, lambda: ascii_automaton(grammar))


def is_word(affix: str) -> bool:
    """Tell whether an affix is a word such as USD or US$, not a single sign."""
    return bool(affix) and affix not in RATIO_SIGNS and not is_currency_sign(affix)


def check_number(text: str, locale: Locale) -> str:
    """Check that all readers agree on a number in a locale, and return which of them read it.

    If a locale writes money or percentages differently, each of its ways is checked, then its choice.
    """
    results = [check_way(text, way) for way in (locale, *(way for _, way in locale.ways))]
    if len(results) == 1:
        return results[0]
    by_tables = reading.read_by_tables(text, locale)
    if by_tables and by_tables != (by_lark := _by_lark(reading.read_by_lark, text, locale)):
        raise AssertionError(f"{locale.id}: {text!r} is {by_tables!r} to the tables, {by_lark!r} to Lark")
    return results[0]


def check_way(text: str, way: Locale) -> str:
    """Check that all readers agree on a number written in one way, and return which of them read it.

    The tables leave two things to Lark: currency words, and `**` before an exponent.
    """
    both = Both(number_runner(way, native=engine.NATIVE), number_runner(way, native=False))
    both.agreed(text, lambda runner: runner.whole(text))
    by_tables: tst.Number | None = both.agreed(text, lambda runner: table_reader(runner, _no_spans)(text))
    by_lark = _by_lark(reading._read, text, way)  # noqa: SLF001 -- it reads one way by Lark
    if by_lark is None and by_tables is None:
        return "refused by all"
    if by_tables == by_lark:
        return "read by all alike"
    if by_lark and not by_tables and is_word(by_lark.prefix or by_lark.suffix):
        return "read by Lark alone, for a currency word"
    if by_lark and not by_tables and "**" in text:
        return "read by Lark alone, for **"
    raise AssertionError(f"{way}: {text!r} is {by_tables!r} to the tables, {by_lark!r} to Lark")


def _by_lark(read: Callable[[str, Locale], tst.Number], text: str, locale: Locale) -> tst.Number | None:
    try:
        return read(text, locale)
    except tst.TstGrammarError:
        return None


def _no_spans(_: str) -> Spans:
    return {}


def check_tst(text: str, scheme: Scheme) -> str:
    """Check that all readers agree on a TST number, and return which of them read it.

    The tables leave two things to Lark: currency words, and a space before the point.
    """
    layout = layout_of(scheme)
    by_tables: Digits | None = _scheme(scheme).agreed(text, lambda runner: decoder(runner, layout)(text))
    try:
        by_lark = tst.parse_tst(text, scheme=scheme).number
    except tst.TstGrammarError:
        if by_tables:
            raise AssertionError(f"{scheme}: {text!r} is {by_tables} to the tables alone") from None
        return "refused by all"
    if by_tables:
        if by_tables.number != by_lark or by_tables.value != by_lark.value:
            raise AssertionError(f"{scheme}: {text!r} is {by_tables} to the tables, {by_lark} to Lark")
        return "read by all alike"
    if is_word(by_lark.prefix or by_lark.suffix):
        return "read by Lark alone, for a currency word"
    if " ." in text:
        return "read by Lark alone, for a space before the point"
    raise AssertionError(f"{scheme}: {text!r} is {by_lark} to Lark alone")


def check_text(text: str, locale: str | None, scheme: Scheme) -> str:
    """Check that all readers agree on the tokens of a running text, and return whether it has numbers."""
    both, annotated = _text(locale), _scheme(scheme)
    found = both.agreed(text, lambda runner: list(runner.find(text)))
    one_by_one = list(_tokens(both.plain.in_python().automaton, text))
    if [(start, end, kind) for start, end, kind, _ in found] != one_by_one:
        raise AssertionError(f"{locale}: {text!r} has {found} and, place by place, {one_by_one}")
    annotated.agreed(text, lambda runner: list(runner.find(text)))
    other = Other(annotated.kernel, frozenset((CANONICAL,)), frozenset(NUMBERS))
    both.agreed(text, lambda runner: list(runner.find(text, other)))
    return (
        "with numbers, alike" if any(kind in NUMBERS for _, _, kind, _ in found) else "without numbers, alike"
    )


def _tokens(automaton: Automaton | LazyAutomaton, text: str) -> Iterator[tuple[int, int, str]]:
    """Try every place in turn, and yield the tokens that contain an anchor."""
    anchored = [automaton.classes.of(character) in automaton.anchors for character in text]
    place = 0
    while place < len(text):
        kind, end = automaton.longest(text, place) or ("", place)
        if any(anchored[place:end]):
            yield place, end, kind
        place = max(end, place + 1)


def checked(task: Task) -> Counter[tuple[str, str]]:
    """Check some strings, and count the results."""
    chance = random.Random(task.seed)  # noqa: S311 -- a seed must give the same strings
    schemes = [*SCHEMES.values(), *(random_scheme(chance) for _ in range(task.schemes))]
    locales = tst.locale_ids()
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(task.count):
        category = pick(chance, {"numbers": 45, "TST": 45, "running text": 10})
        scheme = chance.choice(schemes)
        locale = tst.find_locale(chance.choice(locales))
        if category == "numbers":
            result = check_number(mutated(chance, number(chance, locale)), locale)
        elif category == "TST":
            result = check_tst(mutated(chance, number_in_tst(chance, scheme)), scheme)
        else:
            result = check_text(running_text(chance, locale, scheme), chance.choice(LOCALES_OF_TEXT), scheme)
        counts[category, result] += 1
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Check `--count` strings and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="how many strings (default: %(default)s)")
    parser.add_argument("--schemes", type=int, default=16, help="random schemes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the strings (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes (default: %(default)s)")
    options = parser.parse_args(arguments)
    each = -(-options.count // options.workers)
    tasks = [Task(options.seed * 1000 + order, each, options.schemes) for order in range(options.workers)]
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("TST_GRAMMAR_CACHE", folder)
        if options.workers == 1:
            counts = checked(tasks[0])
        else:
            with ProcessPoolExecutor(options.workers) as pool:
                counts = sum(pool.map(checked, tasks), counts)
    for (category, result), count in sorted(counts.items()):
        print(f"{count:>10,}  {category}: {result}")  # noqa: T201
    who = "the kernel, plain Python and Lark" if engine.NATIVE else "plain Python and Lark"
    print(f"{counts.total():>10,}  strings, on which {who} agree")  # noqa: T201


if __name__ == "__main__":
    main()
