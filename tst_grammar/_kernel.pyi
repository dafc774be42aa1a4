from collections.abc import Callable
from typing import Self

from tst_grammar.number import Number, Spans
from tst_grammar.parts import Parts
from tst_grammar.runner import Sighted, Spotted

ROLES: tuple[str, ...]

class Writer:
    def __new__(
        cls,
        integers: bytes,
        fractions: bytes,
        pieces: bytes,
        literals: str,
        group_size: int,
        fills_first: bool,
        keeps_zeros: bool,
        opening: str,
        closing: str,
        /,
    ) -> Self: ...

class Reader:
    def __new__(
        cls,
        specimens: bytes,
        runs: bytes,
        tails: str,
        integers: int,
        keeps_zeros: bool,
        /,
    ) -> Self: ...

class Record:
    def __new__(cls, kind: type[Number], slots: tuple[str, ...], /) -> Self: ...

class Kernel:
    def __new__(
        cls,
        kinds: tuple[str, ...],
        class_starts: bytes,
        class_names: bytes,
        starts: bytes,
        accepts: bytes,
        patterns: bytes,
        rows: bytes,
        roles: dict[int, bytes],
        flags: bytes,
        values: bytes,
        states: int,
        /,
    ) -> Self: ...
    def find(self, text: str, kind: type[Parts], /) -> list[Sighted]: ...
    def spot(self, text: str, kinds: bytes, /) -> list[Spotted]: ...
    def whole(self, text: str, kind: type[Parts], /) -> Sighted | None: ...
    def parts(self, text: str, kind: type[Parts], /) -> Parts | None: ...
    def number(self, text: str, record: Record, spans: Callable[[str], Spans], /) -> Number | None: ...
    def encode(self, text: str, writer: Writer, /) -> str | None: ...
    def annotate(self, text: str, writer: Writer, kinds: bytes, /) -> str: ...
    def agree(self, text: str, restored: str, writer: Writer, kinds: bytes, /) -> bool: ...
    def restore(self, text: str, reader: Reader, kinds: bytes, /) -> str: ...
    def decode(self, text: str, reader: Reader, kinds: bytes, kind: type[Parts], /) -> Parts | None: ...
