"""Measures the CPU time of `tst` for shards of each kind, beside programs that only read and write them."""

import gzip
import json
import resource
import subprocess
import sys
from importlib import import_module
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from texts import written

SHARD_PEERS = ("orjson", "pyarrow", "zstandard")
LENGTH = 3000
"""The characters of a document."""

_LINES = """
import orjson
def copied(lines):
    return b"".join(orjson.dumps(orjson.loads(line)) + b"\\n" for line in lines.splitlines())
"""
PLAIN = {
    "jsonl": f"{_LINES}\nopen(target, 'wb').write(copied(open(source, 'rb').read()))",
    "jsonl.gz": f"{_LINES}\nimport gzip\ngzip.open(target, 'wb', 6).write(copied(gzip.open(source).read()))",
    "jsonl.zst": f"""{_LINES}
import zstandard
lines = zstandard.decompress(open(source, 'rb').read())
open(target, 'wb').write(zstandard.compress(copied(lines), 3))""",
    "parquet": """
import pyarrow.parquet as pq
pq.write_table(pq.read_table(source), target, compression='zstd', row_group_size=1000)""",
}
"""Programs that read a shard and write the same documents, by the suffix of the shard."""


def shard_figures(size: int, rounds: int) -> dict[str, dict[str, float]]:
    """Return for each kind of shard its bytes and the least CPU seconds of each command."""
    text = written("English-like prose", size).replace("\n", " ")
    documents = [text[start : start + LENGTH] for start in range(0, size, LENGTH)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        _write_shards(folder, documents)
        return {suffix: _seconds(folder, suffix, rounds) for suffix in PLAIN}


def _write_shards(folder: Path, documents: list[str]) -> None:
    pa, pq, zstandard = map(import_module, ("pyarrow", "pyarrow.parquet", "zstandard"))
    rows: list[dict[str, Any]] = [{"id": row, "text": text} for row, text in enumerate(documents)]
    lines = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    (folder / "in.jsonl").write_bytes(lines)
    (folder / "in.jsonl.gz").write_bytes(gzip.compress(lines, 6))
    (folder / "in.jsonl.zst").write_bytes(zstandard.compress(lines, 3))
    table = pa.Table.from_pylist(rows)
    pq.write_table(table, folder / "in.parquet", compression="zstd", row_group_size=1000)


def _seconds(folder: Path, suffix: str, rounds: int) -> dict[str, float]:
    source, annotated = folder / f"in.{suffix}", folder / "tst" / f"in.{suffix}"
    tst = (sys.executable, "-m", "tst_grammar")
    field = ("--field", "text", "--force", "--output-dir")
    places = f"source, target = {str(source)!r}, {str(folder / 'plain')!r}\n"
    commands = {
        "plain": (sys.executable, "-c", places + PLAIN[suffix]),
        "annotate": (*tst, "annotate", str(source), *field, str(annotated.parent)),
        "restore": (*tst, "restore", str(annotated), *field, str(folder / "back")),
    }
    if suffix != "parquet":
        commands["lint"] = (*tst, "lint", str(annotated), "--field", "text")
    best = dict.fromkeys(commands, inf)
    for _ in range(rounds):
        for name, command in commands.items():
            best[name] = min(best[name], _cpu_seconds(command))
    return {"bytes": source.stat().st_size, **best}


def _cpu_seconds(command: tuple[str, ...]) -> float:
    """Return the CPU time of a process and of those that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
