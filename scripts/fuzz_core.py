"""Fuzzes the kernel's core alone, with libFuzzer and the sanitizers of clang, on the tables of grammars.

    python scripts/fuzz_core.py --seconds 600 text-en tst-tst

It needs clang with libFuzzer. Without names, it uses a few grammars of each kind.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import tst_grammar as tst
from tst_grammar.automata._kernel import ROLES
from tst_grammar.automata.stored import shipped
from tst_grammar.automata.tables import Tables, packed, unpack
from tst_grammar.language.layout import layout_of

if TYPE_CHECKING:
    from tst_grammar.language.fast_codec import Pieces

ROOT = Path(__file__).parent.parent
KERNEL = ROOT / "tst_grammar" / "automata" / "kernel"
GRAMMARS = ("text-en", "text-ar", "number-en", "tst-tst", "tst-terminated", "annotated-tst")
FLAGS = (
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
    "-fsanitize=fuzzer,address,undefined",
    "-fno-sanitize-recover=all",
)


def parts_of(tables: Tables) -> Iterable[bytes]:
    """Yield the parts of tables, a writer and a reader in the order in which the target reads them."""
    automaton = tables.automaton
    roles = bytes(map(ROLES.index, tables.role_names)).ljust(256, b"\0")
    yield packed((len(tables.kinds), tables.states, *sorted(tables.roles)))
    yield from (tables.class_starts, tables.class_names, tables.starts)
    yield packed(chain(*tables.values))
    yield tables.rows
    width = len(tables.starts) // 4
    yield bytes((name in tables.anchors) + 2 * (name in tables.resets) for name in range(width))
    yield from (tables.accepts, tables.patterns)
    yield from (tables.roles[kind].translate(roles) for kind in sorted(tables.roles))
    yield packed(chain(*automaton.moves))
    yield bytes(chain(*automaton.accepts))
    yield from templates()


def templates() -> Iterable[bytes]:
    """Yield the templates of the default scheme: those of a writer, then the forms of a reader."""
    layout = layout_of(tst.TST)
    integers: list[Pieces] = [(), *(each.pieces for each in layout.integers)]
    fractions: list[Pieces] = [((0, ""),), *(each.pieces for each in layout.fractions)]
    pool, pieces = "", list[int]()
    sides = [
        [(*side, (0, "")) if len(side) % 2 else side for side in sides] for sides in (integers, fractions)
    ]
    for width, literal in chain(*sides[0], *sides[1]):
        pieces += [width, len(literal), len(pool)]
        pool += literal
    yield from (packed(map(len, side)) for side in sides)
    yield packed(pieces)
    yield pool.encode()
    readings = [*layout.integer_readings, *layout.fraction_readings]
    yield packed(
        chain(*((each.template.length, each.digits, len(each.template.runs), 0) for each in readings))
    )
    yield packed(chain(*(run for each in readings for run in each.template.runs)))
    yield packed([len(layout.integer_readings)])
    yield b""


def main() -> int:
    """Build the target, and run it on each grammar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("grammars", nargs="*", default=GRAMMARS)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        target = folder / "fuzz_core"
        sources = [ROOT / "scripts" / "fuzz_core.c", *(KERNEL / "core").glob("*.c")]
        compiler = os.environ.get("CLANG", "clang")
        subprocess.run([compiler, *FLAGS, f"-I{KERNEL}", *sources, "-o", target], check=True)  # noqa: S603
        for grammar in options.grammars:
            tables = folder / f"{grammar}.tables"
            content = unpack((shipped() / f"{grammar}.dfa").read_bytes())
            padded = (packed([len(part)]) + part + bytes(-len(part) % 4) for part in parts_of(content))
            tables.write_bytes(b"".join(padded))
            corpus = folder / grammar
            corpus.mkdir()
            for number in range(64):
                text = "by 1,234.50 or −$5k 678. 500p (12%) on 2024-01-15, ١٢٣ 1e9\n$5$"
                (corpus / str(number)).write_bytes(bytes([number]) + text.encode())
            limit = f"-max_total_time={options.seconds}"
            command = [target, corpus, limit, "-max_len=300", "-verbosity=0", f"-artifact_prefix={ROOT}/"]
            subprocess.run(command, check=True, env={**os.environ, "TABLES": str(tables)})  # noqa: S603
            sys.stdout.write(f"{grammar}: nothing found in {options.seconds} seconds\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
