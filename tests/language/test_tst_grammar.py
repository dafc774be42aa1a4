"""`grammars/tst.lark` is the TST language: exactly what the one definition of the default scheme accepts."""

import re
import runpy
from collections import deque
from functools import cache
from pathlib import Path

import pytest
from cases_io import cases
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark import Token as Leaf
from mutations import is_canonical, longest, mutated
from sampling import examples
from strategies import written

import tst_grammar as tst
from tst_grammar.automata import grammar
from tst_grammar.automata.automaton import DEAD, Automaton
from tst_grammar.automata.compiler.compilation import compile_grammar
from tst_grammar.automata.grammar import folder

ROOT = Path(__file__).parent.parent.parent


def difference(one: Automaton, other: Automaton) -> str | None:
    """Return a shortest text that only one of two automata accepts as a whole, or None if there is none."""
    characters = {chr(code) for each in (one, other) for code in each.classes.starts}
    by_classes = {(one.classes.of(each), other.classes.of(each)): each for each in sorted(characters)}
    start = one.starts[one.edge], other.starts[other.edge]
    known = {start, (DEAD, DEAD)}
    todo = deque([(start, "")])
    while todo:
        (mine, theirs), text = todo.popleft()
        if bool(one.accepts[mine][one.edge]) != bool(other.accepts[theirs][other.edge]):
            return text
        for (of_one, of_other), character in by_classes.items():
            after = one.moves[mine][of_one], other.moves[theirs][of_other]
            if after not in known:
                known.add(after)
                todo.append((after, text + character))
    return None


@cache
def automaton_of(text: str) -> Automaton:
    return compile_grammar(grammar.analysed(text))


def own() -> str:
    return grammar.text_of("tst")


def test_is_the_language_of_the_one_definition() -> None:
    assert difference(automaton_of(own()), automaton_of(tst.export_grammar(tst.TST, "lark"))) is None


@pytest.mark.parametrize(
    ("found", "replaced", "text"),
    [
        ("_p: P | (P | P_ZERO) _pp", "_p: P | (P | P_ZERO) _pp | P_ZERO", "0. 000p"),
        ("{0,2}/", "{0,3}/", "1000"),
        ("MINUS PREFIX? _nonzero", "MINUS PREFIX? _magnitude", "-0"),
        ("        | FIRST_UNITS\n", "", "1"),
    ],
)
def test_any_other_language_is_told_apart(found: str, replaced: str, text: str) -> None:
    assert found in own()
    changed = automaton_of(own().replace(found, replaced))
    assert difference(changed, automaton_of(tst.export_grammar(tst.TST, "lark"))) == text


def test_the_currencies_are_those_of_the_vocabulary() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_currencies.py"))
    assert grammar.text_of("currencies") == script["text"](), "run scripts/make_currencies.py"


def test_loads_strictly_without_conflicts() -> None:
    few = 'WORD: "USD" | "kr"\nLETTERS_AND_SIGN: "US$"'  # Lark compares hundreds of words for minutes
    text, count = re.subn(r"^%import \.currencies .*", few, own(), flags=re.MULTILINE)
    assert count == 1
    assert Lark(text, parser="lalr", strict=True, import_paths=[str(folder())]).parse("-US$1k 234. 500p")


def test_the_parser_accepts_the_valid_cases_and_no_invalid_one() -> None:
    texts = [text for _, (_, text) in cases("valid")] + [text for _, (_, text, *_) in cases("invalid/tst")]
    for text in (*texts, *longest(tst.TST)):
        assert grammar.accepts(own(), text) == is_canonical(text, tst.TST), text


@given(written(scheme=tst.TST), st.data())
@examples(20)
def test_the_parser_agrees_with_the_decoder(number: str, data: st.DataObject) -> None:
    text = tst.encode(number)
    assert grammar.accepts(own(), text)
    for _ in range(20):
        changed = data.draw(mutated(text))
        assert grammar.accepts(own(), changed) == is_canonical(changed, tst.TST), changed


def test_the_tree_has_the_groups_of_a_number() -> None:
    tree = tst.load_grammar("tst").parse("-US$1m 234k 567. 890p 000pp 001ppp")
    leaves = tree.scan_values(lambda leaf: isinstance(leaf, Leaf))
    assert [(leaf.type, str(leaf)) for leaf in leaves] == [
        *(("MINUS", "-"), ("PREFIX", "US$"), ("FIRST_M", "1m"), ("K", " 234k"), ("UNITS", " 567")),
        *(("POINT", "."), ("P", " 890p"), ("PP_ZERO", " 000pp"), ("PPP", " 001ppp")),
    ]
