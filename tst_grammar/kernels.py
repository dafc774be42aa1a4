"""Makes kernels of tables and writers of templates, where the native kernel was built."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tst_grammar.tables import Tables, packed

if TYPE_CHECKING:
    from tst_grammar import _kernel

_ANCHOR, _RESET = 1, 2


def is_available() -> bool:
    """Tell whether the kernel can be used and is not switched off."""
    if os.environ.get("TST_GRAMMAR_PURE", "0") not in ("", "0"):
        return False
    try:
        from tst_grammar import _kernel  # noqa: F401, PLC0415 -- whether it is there is the question
    except ImportError:
        return False
    return True


def kernel_of(tables: Tables) -> "_kernel.Kernel":
    """Return a kernel that runs tables."""
    from tst_grammar import _kernel  # noqa: PLC0415 -- it may not be there

    roles = bytes(map(_kernel.ROLES.index, tables.role_names)).ljust(256, b"\0")
    return _kernel.Kernel(
        tables.kinds,
        tables.class_starts,
        tables.class_names,
        tables.starts,
        tables.accepts,
        tables.patterns,
        tables.rows,
        {kind: row.translate(roles) for kind, row in tables.roles.items()},
        bytes(
            _ANCHOR * (name in tables.anchors) + _RESET * (name in tables.resets)
            for name in range(len(tables.starts) // 4)
        ),
        packed(number for run in tables.values for number in run),
        tables.states,
    )


class Templates(NamedTuple):
    """Templates for the kernel: how many pieces each has, and the width, length and place of each literal."""

    integers: Sequence[int]
    fractions: Sequence[int]
    pieces: Sequence[int]
    literals: str
    group_size: int
    fills_first: bool
    keeps_zeros: bool
    opening: str = ""
    closing: str = ""


def writer_of(templates: Templates) -> "_kernel.Writer":
    """Return what writes numbers by templates."""
    from tst_grammar import _kernel  # noqa: PLC0415 -- it may not be there

    return _kernel.Writer(
        packed(templates.integers),
        packed(templates.fractions),
        packed(templates.pieces),
        templates.literals,
        templates.group_size,
        templates.fills_first,
        templates.keeps_zeros,
        templates.opening,
        templates.closing,
    )
