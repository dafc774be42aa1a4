"""Measures many values in one call, single calls, and mistakes, each as a ratio to another call of ours."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from random import Random
from time import process_time
from typing import Any

from texts import KINDS, single_numbers, written
from timing import best_times

import tst_grammar as tst

_ROW = 64
"""The length of a row in characters."""

_BAD = ("1,23", "1.2.3", "5kg", "abc", "1.234.567,89")
_MISTAKES = (["1m", "23k", "a"], ["1k", "5", "a"], ["0", ".", "1p", "a"], ["1k", "234", "5", "a"])

_LINES = 4000
"""How many findings a linted text has."""

Call = Callable[[], object]


def column_figures(rows: int, rounds: int, cap: float) -> list[dict[str, Any]]:
    """Return for each figure the two calls that are compared, the number of values, and both times."""
    figures = []
    for what, than, count, one, other in chain(_texts(rows), _numbers(), _single(), _findings()):
        one()  # the first call of a function may load what it needs
        seconds = best_times({"one": one, "other": other}, rounds, cap, process_time)
        figures.append({"what": what, "than": than, "count": count, "seconds": [*seconds.values()]})
    return figures


def _texts(count: int) -> list[tuple[str, str, int, Call, Call]]:
    figures: list[tuple[str, str, int, Call, Call]] = []
    for kind in KINDS:
        text = written(kind, _ROW * count).replace("\n", " ")
        rows = [text[start : start + _ROW] for start in range(0, len(text) - _ROW + 1, _ROW)]
        for name, many, one, column in (
            ("annotate", tst.annotate_many, tst.annotate, rows),
            ("restore", tst.restore_many, tst.restore, tst.annotate_many(rows)),
        ):
            joined = "\n".join(map(str, column))
            figures.append(
                (
                    f"`{name}_many`: {kind}",
                    f"one `{name}` of the rows joined",
                    len(rows),
                    partial(many, column),
                    partial(one, joined),
                )
            )
    return figures


def _numbers() -> list[tuple[str, str, int, Call, Call]]:
    numbers = [number for number in single_numbers(400) if number.strip("0123456789.,") == ""]
    texts = [text for text in tst.encode_many(numbers, errors="null") if text] * 20
    numbers = [str(value) for value in tst.decode_many(texts)]
    tokens = [tst.tokenize(number) for number in numbers]
    count = len(texts)
    return [
        (
            "`encode_many`",
            "`encode` in a loop",
            count,
            partial(tst.encode_many, numbers),
            partial(_each, tst.encode, numbers),
        ),
        (
            "`decode_many`",
            "`decode` in a loop",
            count,
            partial(tst.decode_many, texts),
            partial(_each, tst.decode, texts),
        ),
        (
            "`tokenize(x)`",
            "`encode(x)`",
            count,
            partial(_each, tst.tokenize, numbers),
            partial(_each, tst.encode, numbers),
        ),
        (
            "`decode` of tokens",
            "`decode` of a text",
            count,
            partial(_each, tst.decode, tokens),
            partial(_each, tst.decode, texts),
        ),
    ]


def _single() -> list[tuple[str, str, int, Call, Call]]:
    encoded = partial(_each, tst.encode, ["1234.5"] * 100)
    return [
        (
            '`annotate("it is 5")`',
            '`encode("1234.5")`',
            100,
            partial(_each, tst.annotate, ["it is 5"] * 100),
            encoded,
        ),
        (
            "`parse_number` of a mistake",
            '`encode("1234.5")`',
            100,
            partial(_each, _refused, _BAD * 20),
            encoded,
        ),
        (
            "`Validator.feed`, a good token",
            '`encode("1234.5")`',
            120,
            partial(_fed, ["1m", "234k", "567", ".", "890p", "and"] * 20),
            encoded,
        ),
        (
            "`Validator.feed`, a mistake",
            '`encode("1234.5")`',
            100,
            partial(_fed, [*chain(*_MISTAKES)] * 25),
            encoded,
        ),
    ]


def _findings() -> list[tuple[str, str, int, Call, Call]]:
    """Return linted texts with a finding in each line, and one with plain numbers only."""
    chance = Random(5)  # noqa: S311 -- a seed must give the same texts
    same = ["It has 1m 23k 456 in all."] * _LINES
    other = [
        f"It has {chance.randrange(1, 999)}m {chance.randrange(10, 99)}k {chance.randrange(100, 999)} in all."
        for _ in range(_LINES)
    ]
    plain = ["; ".join(f"{chance.randrange(1000, 10**9):,}" for _ in range(8)) for _ in range(_LINES // 8)]
    encoded = partial(_each, tst.encode, ["1234.5"] * _LINES)
    texts = {
        "`lint`, a finding: the same line": (same, ["TST"]),
        "`lint`, a finding: other digits in each line": (other, ["TST"]),
        "`lint`, a finding: a plain number": (plain, ["ALL"]),
    }
    return [
        (what, '`encode("1234.5")`', _LINES, partial(_linted, "\n".join(lines), select), encoded)
        for what, (lines, select) in texts.items()
    ]


def _linted(text: str, select: list[str]) -> None:
    if len(tst.lint(text, select=select)) != _LINES:
        raise SystemExit("a line has no finding, or two")


def _refused(text: str) -> None:
    try:
        tst.parse_number(text)
    except tst.NotationError:
        return
    raise SystemExit(f"{text} is read as a number")


def _fed(tokens: list[str]) -> None:
    validator = tst.Validator()
    for token in tokens:
        validator.feed(token)


def _each(function: Callable[[Any], object], values: Any) -> None:  # noqa: ANN401 -- any values
    for value in values:
        function(value)
