"""Documents that cannot be converted: the job stops, or they are kept or skipped, and noted."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Literal, Self

from attrs import define, field

from tst_grammar.errors import TstGrammarError
from tst_grammar.files.jobs import REJECTS
from tst_grammar.files.jobs.shard import Shard
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import LineError

OnBad = Literal["stop", "keep", "skip"]
"""What becomes of a bad document: it ends the job, or the output has it as it is, or does not have it."""

PATIENCE = 10.0
"""How many seconds to wait for a process of a run that was killed, which may still be writing the file."""


def rejects_of(shard: Shard) -> Path:
    """Return the path of the file with the bad documents of a shard."""
    return Path(shard.folder, REJECTS, f"{shard.name}.jsonl")


@define
class BadDocuments:
    """The bad documents of a shard. They are written to a file, which is complete when the shard is."""

    shard: Shard
    on_error: OnBad
    count: int = 0
    _file: IO[bytes] | None = None
    _open: ExitStack = field(factory=ExitStack)

    def __enter__(self) -> Self:
        rejects_of(self.shard).unlink(missing_ok=True)
        return self

    def __exit__(self, *error: object) -> None:
        self._open.__exit__(*error)  # type: ignore[arg-type]

    def add(self, error: TstGrammarError, line: int | None, document: str | None) -> bool:
        """Note a bad document, and tell whether the output keeps it. With `stop`, raise its error.

        `line` counts from 1. A document that is too large to be held is None.
        """
        if self.on_error == "stop":
            raise error if line is None else LineError(error.message, line=line - 1, fault=error.fault)
        self.count += 1
        if self._file is None:
            path = rejects_of(self.shard)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._open.enter_context(replaced(str(path), patience=PATIENCE))
        row = {"path": self.shard.path, "line": line, "reason": error.message, "document": document}
        # Bytes that are not UTF-8 are lone surrogates, which only an escape can hold
        self._file.write(json.dumps(row).encode() + b"\n")
        return self.on_error == "keep"
