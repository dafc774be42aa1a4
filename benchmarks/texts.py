"""Generates the texts for the measurements. A seed always gives the same texts, and nothing is downloaded."""

from collections.abc import Callable, Sequence
from random import Random

HOSTILE = (
    *("1", "1,", "1,234,", ",", ".", "1.", "-", "-1", "1-", "1e", "e1", "1e5", " ", "1 ", "a", "a1", "1a"),
    *("a@", "a.b@", "http://", "a/", "/a", "1:", "::", "$", "$1", "10^", "1 x 10", "%", "_", "(555) ", "+1 "),
    *("1k 234 ", "100k ", "1. ", "⟦", "⟦1⟧", "\u200f", "\0", "é", "日1", "\ud800", "\n"),
    # Starts of the long tokens that are left alone, without an end
    *(
        "1,1,1,",
        "1,234 ",
        "1, 2 ",
        "a.b.c@",
        "1@",
        "www.1.",
        "1/",
        "1/2/",
        "2024-01-",
        "2024-01-15T",
        "12:34:",
    ),
    *(
        "1.2.3.",
        "v1.",
        "1.2.3-rc.",
        "10.0.0.",
        "0x",
        "0x1F ",
        "123e4567-",
        "12ab-",
        "978-0-",
        "555-",
        "#1",
        "1_",
    ),
    # Signs and affixes that may belong to the number before or after them
    *(
        "- 1",
        "--1",
        "1--",
        "(1",
        "1)",
        "((1)",
        "$ ",
        "1$",
        "€1,",
        "1 %",
        "1 × 10^",
        "1×10⁻",
        "1e-",
        "1E+5",
        "10^-",
    ),
    # TST numbers, cut short in different ways
    *(
        "1k ",
        "`1m 23k 456` ",
        "1k 23",
        "1m 234k ",
        "000p ",
        "1. 500p ",
        "-1k",
        "999t 999b ",
        "1k234",
        "1p",
        "k ",
        "p pp ",
    ),
    # Unbalanced delimiters
    *("⟧", "⟧⟦", "⟦⟦1⟧", "⟦1", "1⟧", "⟦1k 234", "⟦1k 234⟧⟧"),
    # Digits and letters of other scripts and widths
    *("١٬", "१,", "１，", "1\u00a0", "1\u202f234", "1\u200f", "٪1", "𝟙", "1\u0301", "\r\n", "1\n", "\t1"),
)
"""Strings that, repeated, are slow to read for a program that backtracks."""

_SYLLABLES = {
    "English": "a an the of to in on er re ti es or te al st ar nd en at ing ion ed ly ment ble con",
    "Russian": "но на то ре ни ко ра ве ли ст ов ость ение при про ё ый щ",
    "Greek": "και το τη να με ρι στ ση ώ ά έ ου ων μα δι ός",
    "Latin": "é è ça ñor ü ße ön å æ ø ły ść ž ř ı ğu qu le la en ai",
    "Chinese": " ".join(map(chr, range(0x4E00, 0x5200))),
}
_FOREIGN = ("Russian", "Greek", "Latin", "Chinese")


class Writer:
    """Generates lines of text."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)  # noqa: S311 -- nothing is secret here
        self._words = {name: self._lexicon(syllables.split()) for name, syllables in _SYLLABLES.items()}

    def english(self) -> str:
        """Return sentences with a number now and then."""
        return self._prose("English")

    def foreign(self) -> str:
        """Return such sentences in other scripts."""
        return self._prose(self._random.choice(_FOREIGN))

    def floats(self) -> str:
        """Return floats as a program prints them, with all digits and with three decimals."""
        values = [self._random.gauss(0, 10 ** self._random.randint(-2, 4)) for _ in range(4)]
        return "\t".join([*map(repr, values), *(f"{value:.3f}" for value in values)])

    def notations(self) -> str:
        """Return numbers in many notations among dates, versions and the like."""
        pieces = (self._word() if self._random.random() < 0.2 else self._notation() for _ in range(12))
        return self._random.choice((" ", ", ", "; ")).join(pieces)

    def markdown(self) -> str:
        """Return a block of Markdown, which may be code."""
        name, other, number, digit = self._word(), self._word(), self._number(), self._random.randint(1, 9)
        link = f"[{name}](https://example.org/{other}/{number}?page=2#{name})"
        blocks: tuple[Callable[[], str], ...] = (
            lambda: f"## {digit}.{digit + 1} {name.title()} {other}\n",
            lambda: f"{self.english()} See {link} and `{other}_1`.\n",
            lambda: f"1. **{name}**: {self._sentence()}\n2. *{other}*: {self._sentence()}\n",
            lambda: f"| {name} | {other} |\n|---|---:|\n| {self._word()} | {number} |\n",
            lambda: f"```python\nfor i in range({digit}00):\n    {name}[i] = {other}(0x1F) * 2.5\n```\n",
            lambda: f"```c\nif ({name}[0] >= 1e-9) {{\n\treturn {other}_2 + {number};\n}}\n```\n",
        )
        return self._random.choice(blocks)()

    def digits(self) -> str:
        """Return long runs of digits."""
        lengths = [self._random.randint(1, 24) for _ in range(8)]
        return " ".join("".join(self._random.choices("0123456789", k=length)) for length in lengths)

    def single(self) -> str:
        """Return one number as people write it."""
        value, small = 10 ** self._random.uniform(0, 9), 10 ** self._random.uniform(-4, 1)
        choices = (
            *(f"{value:.0f}", f"{value:,.0f}", f"{value:.2f}", f"{value:,.2f}", f"{value:,.1f}"),
            *(f"-{value:.0f}", f"-{value:,.2f}", f"{small:.4f}", f"{value:,.4f}", f"{value:.6f}"),
            *(f"${value:,.2f}", f"-${value:,.2f}", f"€{value:,.0f}", f"{value:,.2f} USD", f"(${value:,.2f})"),
            *(
                f"{small:.1e}",
                f"{value:.3e}",
                f"{small:.2f} × 10^6",
                f"{small * 10:.0f}%",
                f"{small * 10:.1f} %",
            ),
        )
        return self._random.choice(choices)

    def _lexicon(self, syllables: Sequence[str]) -> list[str]:
        """Return up to 5,000 words, the shortest first."""
        chosen = (self._random.choices(syllables, k=self._random.randint(1, 4)) for _ in range(5000))
        return sorted(dict.fromkeys(map("".join, chosen)), key=len)

    def _word(self, language: str = "English") -> str:
        """Return a random word. The first ones are as frequent as the common words of a language."""
        words = self._words[language]
        return words[int(len(words) ** self._random.random()) - 1]

    def _number(self) -> str:
        value = 10 ** self._random.uniform(0, 6)
        choices = (f"{value:.0f}", f"{value:,.0f}", f"{value:.1f}", f"{1900 + value % 130:.0f}")
        return self._random.choice(choices)

    def _sentence(self, language: str = "English") -> str:
        chosen = [self._word(language) for _ in range(self._random.randint(5, 25))]
        if self._random.random() < 0.4:
            chosen[self._random.randrange(1, len(chosen))] = self._number()
        chosen[self._random.randrange(len(chosen) - 1)] += ","
        return ("" if language == "Chinese" else " ").join(chosen).capitalize() + "."

    def _prose(self, language: str) -> str:
        return " ".join(self._sentence(language) for _ in range(self._random.randint(1, 6)))

    def _notation(self) -> str:
        value = 10 ** self._random.uniform(-3, 9)
        year, month, day = (self._random.randint(*span) for span in ((1950, 2030), (1, 12), (1, 28)))
        choices = (
            *(f"{value:,.0f}", f"-{value:,.2f}", f"{value:.6g}", f"−{value:.0f}", f"(${value:,.2f})"),
            *(f"{value:.3e}", f"{value % 10:.2f} × 10^{month}", f"{value % 10:.1f}×10⁻³", f"10^{day}"),
            *(f"${value:,.2f}", f"€{value:,.0f}", f"{value:,.2f} USD", f"{value % 100:.1f}%", f"{day}‰"),
            *(f"{year}-{month:02}-{day:02}", f"{month}/{day}/{year}", f"{month}:{day + 10}", f"{day}th"),
            *(f"v{month}.{day}.{year}", f"{month}.{day}.0-rc.1", f"10.0.{month}.{day}", f"0x{year:04X}"),
            *(f"+1 (555) {month + 200}-{year}", f"{day}kg", f"{month}-{day}", f"#{year}", f"x{day}_{month}"),
        )
        return self._random.choice(choices)


KINDS: dict[str, Callable[[Writer], str]] = {
    "English-like prose": Writer.english,
    "non-ASCII prose": Writer.foreign,
    "TSV of floats": Writer.floats,
    "mixed notations": Writer.notations,
    "Markdown with code": Writer.markdown,
    "runs of digits": Writer.digits,
}


def written(kind: str, size: int, seed: int = 0) -> str:
    """Return lines of a kind, in all `size` bytes of UTF-8 or a few more."""
    writer = Writer(f"{seed} {kind}")
    lines = []
    while size > 0:
        line = KINDS[kind](writer) + "\n"
        lines.append(line)
        size -= len(line.encode())
    return "".join(lines)


def single_numbers(count: int, seed: int = 0) -> list[str]:
    """Return `count` different numbers as people write them."""
    writer = Writer(f"{seed} numbers")
    numbers: dict[str, None] = {}
    while len(numbers) < count:
        numbers[writer.single()] = None
    return list(numbers)
