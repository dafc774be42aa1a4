"""The arms of the study: the ways to write numbers that are compared."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial
from types import MappingProxyType
from typing import Final, Protocol

from attrs import frozen

from experiments.erased import Erased
from tst_grammar import DIGIT_HYBRID, OPTION_A, OPTION_B, Scheme, gst
from tst_grammar.baselines import BASELINES, Encoded, TstTokenization

CONTROL: Final = "-erased"
"""The end of the name of a control, after that of its scheme."""


class Writer(Protocol):
    """What an arm needs: the part of `tst_grammar.baselines.Tokenization` that takes texts."""

    @property
    def name(self) -> str:
        """The name to show to people."""

    def encode(self, number: str) -> Encoded:
        """Return the tokens of a number."""

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the exact value of the tokens, or None if they are not a number."""


@frozen
class Arm:
    """One way to write numbers. `scheme` is that of TST, if it is one.

    `places`: each token of a number gets an embedding of its place in the number (Abacus).
    `scaled`: the model reads and predicts values, not digits (xVal).
    """

    name: str
    title: str
    writer: Callable[[], Writer]
    scheme: Scheme | None = None
    places: bool = False
    scaled: bool = False


def _byte_pairs() -> Writer:
    from experiments.byte_pairs import byte_pairs  # noqa: PLC0415 -- only this arm needs `tokenizers`

    return byte_pairs()


def _tst(name: str, title: str, scheme: Scheme) -> Arm:
    return Arm(name, title, partial(TstTokenization, name, scheme), scheme)


def _control(scheme_name: str, title: str, scheme: Scheme) -> Arm:
    name = f"{scheme_name}{CONTROL}"
    return Arm(name, title, partial(Erased, name, scheme))


def _baseline(name: str, title: str) -> Arm:
    return Arm(name, title, lambda: BASELINES[name], scaled=name == "xval")


def _arms() -> Iterable[Arm]:
    yield _baseline("digit-level", "digits")
    yield _tst("option-b", "TST Option B", OPTION_B)
    yield _tst("option-a", "TST Option A", OPTION_A)
    yield _tst("gst-1", "TST N = 1", gst(1))
    yield _tst("gst-2", "TST N = 2", gst(2))
    yield _tst("digit-hybrid", "TST digit hybrid", DIGIT_HYBRID)
    yield _control("option-b", "Option B without markers", OPTION_B)
    yield _control("option-a", "Option A without markers", OPTION_A)
    yield _control("gst-1", "N = 1 without markers", gst(1))
    yield _baseline("reversed", "reversed digits")
    yield Arm("abacus", "Abacus (reversed digits)", lambda: BASELINES["reversed"], places=True)
    yield _baseline("right-to-left", "right-to-left triads")
    yield _baseline("commas", "triads with commas")
    yield Arm("bpe", "trained BPE", _byte_pairs)
    yield _baseline("numerologic", "NumeroLogic")
    yield _baseline("xval", "xVal")


ARMS: Final[Mapping[str, Arm]] = MappingProxyType({arm.name: arm for arm in _arms()})
"""The arms by their names. The first is the one that all others are compared with."""

REFERENCE: Final = "digit-level"
"""The arm that all others are compared with."""
