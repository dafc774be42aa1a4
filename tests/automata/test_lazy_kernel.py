"""The kernel with tables whose transitions are made when a text first needs them."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples
from small_automata import AUTOMATA, made, running_text

from tst_grammar.automata.automaton import Automaton
from tst_grammar.automata.tables import Tables
from tst_grammar.notation.parts import NUMBER_PARTS, Parts

native_runner = pytest.importorskip(
    "tst_grammar.automata.native_runner", reason="the kernel was not built: is there a compiler?"
)


class OnDemand:
    """Gives the transitions of an automaton one by one, and counts how often each is asked for."""

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self.kinds, self.classes, self.starts = automaton.kinds, automaton.classes, automaton.starts
        self.role_names, self.kinds_with_roles = automaton.role_names, tuple(automaton.roles)
        self.anchors, self.resets, self.values = automaton.anchors, automaton.resets, automaton.values
        self.asked: Counter[tuple[int, int]] = Counter()
        self.threads: set[int] = set()

    def step(self, state: int, ahead: int) -> tuple[int, int]:
        self.asked[state, ahead] += 1
        self.threads.add(threading.get_ident())
        return self._automaton.moves[state][ahead], self._automaton.accepts[state][ahead]

    def roles_of(self, state: int) -> bytes:
        return bytes(row[state] for row in self._automaton.roles.values())


class Broken(OnDemand):
    """Fails, or answers with something else, from the third transition on."""

    def __init__(self, automaton: Automaton, answer: Any) -> None:
        super().__init__(automaton)
        self.answer = answer

    def step(self, state: int, ahead: int) -> tuple[int, int]:
        if sum(self.asked.values()) < 2:
            return super().step(state, ahead)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


def whole_kernel(automaton: Automaton) -> Any:
    return native_runner.NativeRunner(Tables.of(automaton), NUMBER_PARTS).kernel


@pytest.mark.parametrize("name", AUTOMATA)
@given(text=st.text("0123456789abcxz-+. ٠١𝟎𝟏é漢\ud800", max_size=60) | running_text)
@examples(16)
def test_lazy_and_whole_tables_find_the_same(name: str, text: str) -> None:
    lazy = native_runner.lazy_kernel_of(OnDemand(AUTOMATA[name]))
    whole = whole_kernel(AUTOMATA[name])
    assert lazy.find(text, Parts) == whole.find(text, Parts)
    assert lazy.whole(text, Parts) == whole.whole(text, Parts)


def test_a_transition_is_asked_for_once_and_only_if_a_text_needs_it() -> None:
    automaton = OnDemand(AUTOMATA["words"])
    kernel = native_runner.lazy_kernel_of(automaton)
    assert not automaton.asked
    expected = [(0, 2, "WORD", None), (3, 5, "NUMBER", None)]
    assert kernel.find("a1 42", Parts) == expected
    asked = dict(automaton.asked)
    assert kernel.find("a1 42", Parts) == expected
    assert automaton.asked == asked
    assert {*asked.values()} == {1}


MANY = made("start: A", "A: /[0-9]{1,400}/", anchors=((ord("0"), ord("9")),))


def test_threads_fill_the_same_tables() -> None:
    automaton = OnDemand(MANY)
    kernel = native_runner.lazy_kernel_of(automaton)
    texts = ["7" * n + " " for n in range(1, 400)]
    joined = "".join(texts)
    expected = whole_kernel(MANY).find(joined, Parts)
    barrier = threading.Barrier(8)

    def found(_: int) -> list[Any]:
        barrier.wait()
        return kernel.find(joined, Parts)  # type: ignore[no-any-return]

    with ThreadPoolExecutor(8) as pool:
        assert all(each == expected for each in pool.map(found, range(8)))
    assert {*automaton.asked.values()} == {1}


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (ZeroDivisionError("no"), ZeroDivisionError),
        (KeyboardInterrupt(), KeyboardInterrupt),
        (None, TypeError),
        ((1,), TypeError),
        (("1", 0), TypeError),
        ((-1, 0), OverflowError),
        ((2**20, 0), OverflowError),
        ((2**80, 0), OverflowError),
        ((1, 3), ValueError),
    ],
)
def test_what_the_automaton_raises_reaches_the_caller(answer: Any, error: type[BaseException]) -> None:
    automaton = Broken(AUTOMATA["words"], answer)
    kernel = native_runner.lazy_kernel_of(automaton)
    for text in ("abc 123 4", "abc 123 4 " * 2000):
        with pytest.raises(error):
            kernel.find(text, Parts)
    automaton.answer = (0, 0)
    assert kernel.find("", Parts) == []


def test_a_state_with_strange_roles_is_refused() -> None:
    automaton: Any = OnDemand(AUTOMATA["roles"])
    automaton.roles_of = lambda _: b""
    with pytest.raises(TypeError, match="a role for each kind"):
        native_runner.lazy_kernel_of(automaton).find("1", Parts)


@pytest.mark.parametrize("kinds", [(0,), (3,), (1, 1)])
def test_kinds_with_roles_must_exist(kinds: tuple[int, ...]) -> None:
    automaton = OnDemand(AUTOMATA["roles"])
    automaton.kinds_with_roles = kinds
    with pytest.raises(ValueError, match="the tables are damaged"):
        native_runner.lazy_kernel_of(automaton)


def test_a_kind_that_is_no_longer_possible_is_no_doubt() -> None:
    automaton: Any = OnDemand(AUTOMATA["roles"])
    plain = automaton.roles_of
    automaton.roles_of = lambda state: plain(state) if state % 2 else b"\xff"
    assert native_runner.lazy_kernel_of(automaton).find("abc", Parts) == []
