"""Each rule fires on annotated text that was damaged, and fixes bring the text back where it can be told."""

from pathlib import Path

import pytest

import tst_grammar as tst
from tst_grammar.language.schemes import find_scheme
from tst_grammar.rules import CODES

LINES = (Path(__file__).parents[2] / "docs" / "sample.txt").read_text(encoding="utf-8").splitlines()
SAMPLE = "\n".join(line for line in LINES if "9. 110p" not in line)
PAIR = ("⟦", "⟧")

# The rule, the fixes that correct it, the scheme (⟦⟧: between delimiters), the damaged and the correct text
DAMAGES = """
NUM101 | safe   | tst | 6k 020 | 6,020
NUM102 | none   | tst | 6k 020 | 10^30
TST101 | unsafe | tst ⟦⟧ | 125m 000k 000 | 125m 000k
TST102 | unsafe | tst ⟦⟧ | 1m 234k 567 | 1m 234 567
TST103 | unsafe | tst | 125m 000k 000 | 125m 000
TST104 | unsafe | tst | 1m 234k 567 | 1m 234k 234k 567
TST105 | unsafe | tst | 1m 234k 567 | 234k 1m 567
TST106 | unsafe | tst | 456b | 456z
TST107 | unsafe | tst | 789m 012k | 789m 12k
TST108 | none   | tst | 234k | 2344k
TST109 | safe   | tst | 6k 020 | 06k 020
TST110 | safe   | tst | 6k 020 | 0m 006k 020
TST111 | safe   | tst | 12. 500p% | 12. 500p 000pp%
TST112 | none   | tst | 0. 004p 500pp | 0. 500pp
TST113 | unsafe | tst ⟦⟧ | 12. 500p | 12. 500k
TST114 | unsafe | tst | 0. 004p 500pp | 0 004p 500pp
TST115 | none   | tst ⟦⟧ | 6k 020 | 6k 020.
TST116 | unsafe | terminated | 12. 500p [T1]% | 12. 500p%
TST117 | safe   | gst-4 | 12. 5000p% | 12. 5000p [T1]%
TST118 | unsafe | terminated | 12. 500p [T1]% | 12. 500p [T9]%
TST119 | none   | tst | 0. 004p 500pp | -0
TST120 | safe   | tst ⟦⟧ | 6k 020 | +6k 020
TST121 | none   | tst | 12. 500p% | $12. 500p%
TST122 | none   | tst ⟦⟧ | $123t | UK$123t
TST123 | safe   | option-a | 1 m 234 k 567 | 1 m 234k 567
TST124 | safe   | tst | 1m 234k 567 | 1m 234 k 567
TST125 | safe   | tst | 1m 234k 567 | 1m k234 567
TST126 | unsafe | option-a ⟦⟧ | 234 k | 234 k k
TST127 | safe   | digit-hybrid | 2 3 4k | 2 34k
TST128 | safe   | tst ⟦⟧ | 12. 500p | 12. . 500p
TST132 | none   | tst ⟦⟧ | 6k 020 | 6e18 000q 000t 000b 000m 006k 020
TST133 | none   | tst | 0. 004p 500pp | 0. 004p 500pp 000ppp 000pppp 000ppppp 001pppppp
TST201 | unsafe | tst | 378k 000 | 378k
TST202 | none   | tst | 6k 020 | 6k 020 100
TST203 | safe   | tst | 1m 234k 567 | 1 m 234 k 567
TST204 | safe   | tst | 100k 400 | 100k ４00
TST204 | unsafe | tst | 100k 400 | 1O0k 400
TST205 | safe   | tst | 1m 234k 567 | 1m 234к 567
TST206 | safe   | tst | -273. 150p | −273. 150p
TST207 | safe   | tst | 1m 234k 567 | 1M 234K 567
TST208 | safe   | tst | 1m 234k 567 | 1m  234k 567
TST209 | safe   | tst | 1m 234k 567 | 1m234k567
TST210 | safe   | tst | 0. 004p | 0.004p
TST211 | unsafe | tst | 0. 004p | 0, 004p
TST301 | none   | tst ⟦⟧ | 6k 020⟧ | 6k 020
TST302 | none   | tst ⟦⟧ | ⟦6k 020 | 6k 020
TST303 | safe   | tst ⟦⟧ | ⟦6k 020⟧ | 6k 020
TST304 | none   | tst ⟦⟧ | ⟦6k 020⟧ | ⟦some⟧
"""

# The same for the rules of lists of tokens, which running text cannot break
STREAMS = """
TST129 | tst | 1m 234k 567,
TST130 | tst | -
TST131 | tst |
TST134 | tst | 1m 000k 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000 000
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip(" ") for cell in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("code", "fixes", "options", "right", "wrong"), rows(DAMAGES), ids=str)
def test_damage_is_found(code: str, fixes: str, options: str, right: str, wrong: str) -> None:
    name, *pair = options.split()
    scheme, delimiters = find_scheme(name), PAIR if pair else None
    whole = tst.annotate(SAMPLE, scheme=scheme, delimiters=delimiters)
    assert tst.lint(whole, scheme=scheme, delimiters=delimiters) == []
    text = whole.replace(right, wrong, 1)
    assert text != whole
    select = ("TST", code)
    assert code in {
        found.code for found in tst.lint(text, scheme=scheme, delimiters=delimiters, select=select)
    }
    mended = tst.fix(text, scheme=scheme, delimiters=delimiters, select=select)
    guessed = tst.fix(text, scheme=scheme, delimiters=delimiters, select=select, unsafe=True)
    assert (mended == whole, guessed == whole) == (fixes == "safe", fixes != "none")


@pytest.mark.parametrize(("code", "scheme", "tokens"), rows(STREAMS), ids=str)
def test_damage_is_found_in_tokens(code: str, scheme: str, tokens: str) -> None:
    with pytest.raises(tst.TstGrammarError) as caught:
        tst.decode(tokens.split(), scheme=find_scheme(scheme))
    assert caught.value.fault == CODES[code]


@pytest.mark.parametrize(
    ("code", "right", "wrong"),
    [("TST401", "6k 020 ", ""), ("TST402", "grew", "grew 5 times"), ("TST403", "6k 020", "6k 002")],
)
def test_damage_is_found_beside_the_source(code: str, right: str, wrong: str) -> None:
    text = tst.annotate(SAMPLE).replace(right, wrong)
    assert [found.code for found in tst.lint(text, against=SAMPLE)] == [code]


def test_no_rule_is_left_out() -> None:
    codes = {row[0] for row in rows(DAMAGES) + rows(STREAMS)} | {"TST401", "TST402", "TST403"}
    assert codes == set(CODES)
