from collections.abc import Callable, Sequence
from typing import Generic, Self, TypeVar

from typing_extensions import Buffer

from tst_grammar.automata.runner import Match, Place

_Parts = TypeVar("_Parts")
_Filled = TypeVar("_Filled")

ROLES: tuple[str, ...]

def json_texts(lines: Buffer, names: tuple[bytes, ...], /) -> tuple[bytes, bytes, bytes] | None: ...
def json_changed(
    lines: Buffer,
    literals: Buffer,
    texts: Buffer,
    offsets: Buffer,
    made: Buffer,
    made_offsets: Buffer,
    /,
) -> bytes: ...

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
        forms: bytes,
        runs: bytes,
        tails: str,
        letters: str,
        integers: int,
        keeps_zeros: bool,
        /,
    ) -> Self: ...

class Record(Generic[_Filled]):
    def __new__(cls, kind: type[_Filled], slots: tuple[str, ...], /) -> Self: ...

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
    @classmethod
    def lazy(
        cls,
        kinds: tuple[str, ...],
        class_starts: bytes,
        class_names: bytes,
        starts: bytes,
        flags: bytes,
        values: bytes,
        role_kinds: bytes,
        role_numbers: bytes,
        automaton: object,
        /,
    ) -> Self: ...
    def find(
        self,
        text: str | Buffer,
        kind: type[_Parts],
        other: Kernel = ...,
        other_kinds: bytes = ...,
        keeps: bytes = ...,
        /,
    ) -> list[Match[_Parts]]: ...
    def set_words(self, source: int, result: int, words: bytes, /) -> None: ...
    def spot(self, text: str | Buffer, kinds: bytes, lettered: bytes, /) -> list[Place]: ...
    def whole(self, text: str | Buffer, kind: type[_Parts], /) -> Match[_Parts] | None: ...
    def parts(self, text: str | Buffer, kind: type[_Parts], /) -> _Parts | None: ...
    def number(
        self, text: str, record: Record[_Filled], spans: Callable[[str], object], /
    ) -> _Filled | None: ...
    def encode(self, text: str, writer: Writer, /) -> str | None: ...
    def annotate(self, text: str, writer: Writer, kinds: bytes, plain: Writer = ..., /) -> str: ...
    def annotate_beside(
        self,
        text: str,
        writer: Writer,
        kinds: bytes,
        other: Kernel,
        other_kinds: bytes,
        checker: Kernel,
        enders: bytes,
        reach: int,
        plain: Writer = ...,
        /,
    ) -> str | None: ...
    def agree(self, text: str, restored: str, writer: Writer, kinds: bytes, /) -> bool: ...
    def restore(self, text: str, reader: Reader, kinds: bytes, beside: Kernel, /) -> str: ...
    def decode(self, text: str, reader: Reader, kinds: bytes, kind: type[_Parts], /) -> _Parts | None: ...
    def annotate_rows(
        self,
        data: Buffer,
        offsets: Buffer,
        is_wide: bool,
        rest: Callable[[int, str], str],
        writer: Writer,
        kinds: bytes,
        other: Kernel,
        other_kinds: bytes,
        checker: Kernel,
        enders: bytes,
        reach: int,
        plain: Writer = ...,
        /,
    ) -> tuple[bytes, bytes]: ...
    def restore_rows(
        self,
        data: Buffer,
        offsets: Buffer,
        is_wide: bool,
        rest: Callable[[int, str], str],
        reader: Reader,
        kinds: bytes,
        beside: Kernel,
        /,
    ) -> tuple[bytes, bytes]: ...
    def annotate_texts(
        self,
        rows: Sequence[str | None],
        rest: Callable[[int, str], str | None],
        writer: Writer,
        kinds: bytes,
        other: Kernel,
        other_kinds: bytes,
        checker: Kernel,
        enders: bytes,
        reach: int,
        plain: Writer = ...,
        /,
    ) -> list[str | None]: ...
    def restore_texts(
        self,
        rows: Sequence[str | None],
        rest: Callable[[int, str], str | None],
        reader: Reader,
        kinds: bytes,
        beside: Kernel,
        /,
    ) -> list[str | None]: ...
    def find_rows(
        self,
        data: Buffer,
        offsets: Buffer,
        is_wide: bool,
        unmasked: Callable[[int, str], str],
        first: int,
        kinds: bytes,
        other: Kernel = ...,
        other_kinds: bytes = ...,
        reader: Reader = ...,
        /,
    ) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, str]: ...
