"""Random numbers as texts, without zeros that say nothing: `0.5`, `12`, never `012` or `0.50`."""

from random import Random

Lengths = tuple[int, int]
"""The fewest and the most digits, both included."""


def integer_text(random: Random, lengths: Lengths) -> str:
    """Return an integer whose length is uniform, and below ten sometimes zero.

    >>> integer_text(Random(1), (3, 3))
    '224'
    """
    length = random.randint(*lengths)
    first = "0123456789" if length == 1 else "123456789"
    return random.choice(first) + "".join(random.choices("0123456789", k=length - 1))


def fraction_text(random: Random, lengths: Lengths) -> str:
    """Return the digits after a point, without a zero at the end.

    >>> fraction_text(Random(1), (2, 2))
    '52'
    """
    length = random.randint(*lengths)
    if not length:
        return ""
    return "".join(random.choices("0123456789", k=length - 1)) + random.choice("123456789")


def decimal_text(random: Random, integer: Lengths, fraction: Lengths) -> str:
    """Return a number with the given counts of digits before and after the point.

    >>> decimal_text(Random(1), (1, 2), (1, 1))
    '9.5'
    """
    return joined(integer_text(random, integer), fraction_text(random, fraction))


def joined(integer: str, fraction: str) -> str:
    """Return the number with these digits before and after the point.

    >>> joined("12", ""), joined("12", "5")
    ('12', '12.5')
    """
    return f"{integer}.{fraction}" if fraction else integer
