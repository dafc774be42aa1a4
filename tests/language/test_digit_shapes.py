"""Texts that differ only in their digits have the same mistakes, which are looked for only once."""

from random import Random

import pytest
from damages import DAMAGES, a_number

import tst_grammar as tst
from tst_grammar.diagnostics import Diagnostic, Severity
from tst_grammar.language.digit_shapes import DigitShapes
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.linter.linter import Linter


def with_other_digits(text: str, chance: Random) -> str:
    """Return a text with most of its digits but the zeros changed."""
    return "".join(
        chance.choice("0123456789") if each in "123456789" and chance.random() < 0.9 else each
        for each in text
    )


@pytest.mark.parametrize("name", ["tst", "terminated", "option-a", "prefix", "gst-1", "digit-hybrid"])
def test_the_mistakes_of_a_shape_are_those_of_each_of_its_texts(name: str) -> None:
    scheme, chance = SCHEMES[name], Random(name)
    linter = Linter(scheme, "en")
    texts: list[str] = []
    while len(texts) < 40:
        start = a_number(scheme, chance)[: chance.randrange(6, 20)].strip()
        raw = DAMAGES[chance.choice(list(DAMAGES))](start, scheme, chance)
        texts += [raw[start:end] for start, end, _ in linter.runner.find_kinds(raw, {"suspect"})]
    examined = 0

    def examine(raw: str) -> tuple[list[Diagnostic], list[str]]:
        nonlocal examined
        examined += 1
        return linter.single.examine(raw)

    shapes = DigitShapes(examine, scheme)
    count = 0
    for text in texts:
        for _ in range(12):
            other = with_other_digits(text, chance)
            count += 1
            assert list(shapes.findings(other)) == linter.single.examine(other)[0], other
    if name == "tst":  # others have digits in their markers, or many groups of one digit
        assert examined < 0.8 * count


def test_numbers_that_are_the_same_by_chance_are_looked_at_alone() -> None:
    def examine(raw: str) -> tuple[list[Diagnostic], list[str]]:
        one, two = raw.split()
        texts = list(dict.fromkeys((one + two[:1], one[:1] + two)))
        return [Diagnostic("X1", "x", f"it may be {texts}", 0, 1, Severity.ERROR)], texts

    shapes = DigitShapes(examine, tst.TST)
    for text in ("123 345", "123 456", "124 567", "112 122", "111 112"):
        assert list(shapes.findings(text)) == examine(text)[0]


@pytest.mark.parametrize("text", ["1e8 2345e9", "１k 23", "7" * 300, "12k [T2]"])
def test_other_texts_have_no_shape(text: str) -> None:
    calls: list[str] = []

    def examine(raw: str) -> tuple[list[Diagnostic], list[str]]:
        calls.append(raw)
        return [], []

    shapes = DigitShapes(examine, tst.TST)
    for _ in range(4):
        shapes.findings(text)
    assert calls == [text] * 4


def test_shapes_are_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tst_grammar.language.digit_shapes._MOST_SHAPES", 2)
    shapes = DigitShapes(lambda raw: ([Diagnostic("X1", "x", raw, 0, 1, Severity.ERROR)], []), tst.TST)
    for text in ("1", "22", "1 1", "2", "5", "6", "33", "44"):
        assert shapes.findings(text)[0].message == text
