"""The tasks: each makes examples from a random generator, without a file."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from random import Random
from types import MappingProxyType
from typing import Final

from attrs import frozen

from experiments.numbers import Lengths, decimal_text, fraction_text, integer_text, joined

WORD: Final = "["
"""The first character of a piece that is a word. Every other piece is a number."""

Pieces = tuple[str, ...]


@frozen
class Example:
    """A question and its answer, as words such as `[+]` and as numbers in plain notation."""

    question: Pieces
    answer: Pieces


Maker = Callable[[Random], Example]


@frozen
class Task:
    """A task with its examples for training, and with named groups of examples for the test."""

    name: str
    title: str
    train: Maker
    groups: Mapping[str, Maker]
    exploratory: bool = False


def plain(value: Decimal) -> str:
    """Return a value in plain notation, without zeros at the end of a fraction.

    >>> plain(Decimal("1.50") + 1), plain(Decimal("1.5e3"))
    ('2.5', '1500')
    """
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def is_trap(first: str, second: str) -> bool:
    """Tell whether the digits after the point mislead, as in 9.11 and 9.9: 11 is more than 9.

    >>> is_trap("9.11", "9.9"), is_trap("9.91", "9.1"), is_trap("8.11", "9.9")
    (True, False, False)
    """
    (whole, _, part), (other_whole, _, other_part) = first.partition("."), second.partition(".")
    if whole != other_whole or len(part) == len(other_part):
        return False
    return (int(part or "0") > int(other_part or "0")) != (Decimal(first) > Decimal(second))


def _compared(random: Random, *, trap: bool | None = None) -> Example:
    """Return a pair of different numbers, in half of the cases with equal integers."""
    while True:
        whole = integer_text(random, (1, 4))
        other = whole if random.random() < 0.5 else integer_text(random, (1, 4))
        first, second = (joined(each, fraction_text(random, (0, 4))) for each in (whole, other))
        if first != second and (trap is None or is_trap(first, second) == trap):
            answer = "[<]" if Decimal(first) < Decimal(second) else "[>]"
            return Example((first, "[?]", second, "[=]"), (answer,))


def _operation(
    random: Random,
    sign: str,
    compute: Callable[[Decimal, Decimal], Decimal],
    lengths: Lengths,
    fraction: Lengths,
) -> Example:
    first, second = (decimal_text(random, lengths, fraction) for _ in range(2))
    return Example((first, sign, second, "[=]"), (plain(compute(Decimal(first), Decimal(second))),))


def _sum(lengths: Lengths, fraction: Lengths) -> Maker:
    return lambda random: _operation(random, "[+]", lambda a, b: a + b, lengths, fraction)


def _mixed(first: Maker, second: Maker) -> Maker:
    return lambda random: (first if random.random() < 0.5 else second)(random)


def _notation(digits: Lengths, exponents: Lengths) -> Maker:
    """Return a maker of copies in plain notation. All arms read the question as characters."""

    def make(random: Random) -> Example:
        mantissa = joined(random.choice("123456789"), fraction_text(random, (digits[0] - 1, digits[1] - 1)))
        written = f"{mantissa}e{random.randint(*exponents)}"
        return Example((*(f"[{each}]" for each in written), "[=]"), (plain(Decimal(written)),))

    return make


def _wide(random: Random) -> str:
    """Return a number whose magnitude is uniform in the exponent."""
    return decimal_text(random, (1, 6), (0, 2))


def _listed(random: Random) -> list[str]:
    """Return three different numbers."""
    numbers: list[str] = []
    while len(numbers) < 3:
        number = _wide(random)
        if number not in numbers:
            numbers.append(number)
    return numbers


def _separated(numbers: list[str]) -> Pieces:
    return tuple(piece for number in numbers for piece in (number, "[;]"))


def _maximum(random: Random) -> Example:
    numbers = _listed(random)
    return Example((*_separated(numbers), "[max]"), (max(numbers, key=Decimal),))


def _sorted(random: Random) -> Example:
    numbers = _listed(random)
    return Example((*_separated(numbers), "[sort]"), _separated(sorted(numbers, key=Decimal))[:-1])


def _retrieved(random: Random) -> Example:
    numbers = _listed(random)
    at = random.randrange(len(numbers))
    return Example((*_separated(numbers), f"[{at + 1}]", "[item]"), (numbers[at],))


def _interval(random: Random) -> Example:
    """Ask where a number lies between two bounds: below, between or above."""
    number, *bounds = _listed(random)
    below = sum(Decimal(bound) < Decimal(number) for bound in bounds)
    return Example((number, "[in]", *_separated(sorted(bounds, key=Decimal))), (f"[interval {below}]",))


def _digit_at(random: Random) -> Example:
    number = integer_text(random, (2, 6))
    at = random.randrange(len(number))
    return Example((number, f"[{at + 1}]", "[digit]"), (f"[{number[at]}]",))


def _digit_count(random: Random) -> Example:
    number = integer_text(random, (1, 8))
    return Example((number, "[length]"), (f"[{len(number)}]",))


def _explored(name: str, title: str, make: Maker) -> Task:
    return Task(name, title, make, {"all": make}, exploratory=True)


_TASKS = (
    Task(
        "comparison",
        "Which number is larger?",
        _compared,
        {
            "trap": lambda random: _compared(random, trap=True),
            "no trap": lambda random: _compared(random, trap=False),
        },
    ),
    Task(
        "addition",
        "Addition",
        _mixed(_sum((1, 3), (0, 0)), _sum((1, 2), (1, 2))),
        {
            "integers": _sum((1, 3), (0, 0)),
            "decimals": _sum((1, 2), (1, 2)),
            "longer": _sum((4, 4), (0, 0)),
        },
    ),
    Task(
        "notation",
        "Scientific notation written plainly",
        _notation((1, 4), (-3, 5)),
        {"seen": _notation((1, 4), (-3, 5)), "longer": _notation((5, 5), (-3, 5))},
    ),
    Task(
        "unseen-trap",
        "Which number is larger, after training without a trap?",
        lambda random: _compared(random, trap=False),
        {
            "trap": lambda random: _compared(random, trap=True),
            "no trap": lambda random: _compared(random, trap=False),
        },
    ),
    _explored(
        "subtraction",
        "Subtraction",
        lambda random: _operation(random, "[-]", lambda a, b: a - b, (1, 3), (0, 0)),
    ),
    _explored(
        "multiplication",
        "Short multiplication",
        lambda random: _operation(random, "[*]", lambda a, b: a * b, (1, 2), (0, 0)),
    ),
    _explored("maximum", "Maximum of three numbers", _maximum),
    _explored("sorting", "Sorting three numbers", _sorted),
    _explored("retrieval", "The n-th of three numbers", _retrieved),
    _explored("interval", "Below, between or above two bounds", _interval),
    _explored("digit-at", "The n-th digit of an integer", _digit_at),
    _explored("digit-count", "The number of digits of an integer", _digit_count),
)

TASKS: Final[Mapping[str, Task]] = MappingProxyType({task.name: task for task in _TASKS})
"""The tasks by their names."""
