"""The file `.tst-job.jsonl` in the output folder, which remembers what a job has done.

Its first line holds the options of the job. Each further line is the record of a shard, and is written when
the output of the shard is complete: the input and the output by size, time and hash, and the counts.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from attrs import asdict, define, field, frozen

from tst_grammar.errors import OptionError
from tst_grammar.files.jobs import JOB_FILE
from tst_grammar.files.jobs.bad_documents import OnBad
from tst_grammar.files.jobs.shard import Shard
from tst_grammar.files.replacement import lock

Options = Mapping[str, Any]
"""The options of a job, as JSON can hold them."""


@frozen
class FileState:
    """A file as it was: its size, the time of its last change in nanoseconds, and a hash of its bytes."""

    size: int
    time: int
    sha256: str

    def is_that_of(self, path: str) -> bool:
        """Tell whether a file is still the same. It is read only if nothing but its time has changed."""
        try:
            status = Path(path).stat()
            if status.st_size != self.size:
                return False
            return status.st_mtime_ns == self.time or hash_of(path) == self.sha256
        except OSError:
            return False


@frozen
class Record:
    """What a job remembers of a shard. Without an output, the shard was a bad document that was left out."""

    name: str
    input: FileState
    output: FileState | None
    seconds: float
    documents: int
    bad: int
    on_error: OnBad
    counts: dict[str, dict[str, int]]

    def is_current(self, shard: Shard, on_error: OnBad) -> bool:
        """Tell whether the input and the output of a shard are as they were, and its bad documents too."""
        if (self.bad and self.on_error != on_error) or not self.input.is_that_of(shard.path):
            return False
        return self.output.is_that_of(shard.output) if self.output else not Path(shard.output).exists()

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> "Record":
        """Return the record of a line of the file."""
        made = FileState(**line["output"]) if line["output"] else None
        return cls(**{**line, "input": FileState(**line["input"]), "output": made})


@define
class JobFile:
    """The open file of a job, which no other run can open at the same time."""

    _file: IO[bytes]
    records: dict[str, Record] = field(factory=dict)

    def is_done(self, shard: Shard, on_error: OnBad) -> bool:
        """Tell whether a shard needs no work."""
        record = self.records.get(shard.name)
        return record is not None and record.is_current(shard, on_error)

    def add(self, record: Record) -> None:
        """Add the record of a shard. It is on the disk when this returns."""
        self._append(asdict(record))
        self.records[record.name] = record

    def _append(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=True).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def read(self, options: Options, path: Path) -> None:
        """Read the records, and refuse those of a job with other options. A line cut off is removed."""
        self._file.seek(0)
        lines = self._file.read().split(b"\n")
        whole = sum(len(line) + 1 for line in lines[:-1])
        self._file.truncate(whole)
        self._file.seek(whole)
        if whole == 0:
            self._append(options)
            return
        try:
            before, *records = map(json.loads, lines[:-1])
            _check(before, json.loads(json.dumps(options)), path)
            self.records = {record.name: record for record in map(Record.of, records)}
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            if isinstance(error, OptionError):
                raise
            raise OptionError(
                f"{path} is damaged: use --force, or force=True, to start anew", fault="job"
            ) from None

    def clear(self, options: Options) -> None:
        """Forget all records."""
        self._file.seek(0)
        self._file.truncate()
        self._append(options)


def _check(before: Options, now: Options, path: Path) -> None:
    """Refuse to continue a job with other options, and name them."""
    if before == now:
        return
    was, is_now = _flat(before), _flat(now)
    changed = "; ".join(
        f"{name} was {_shown(was.get(name))}, and is now {_shown(is_now.get(name))}"
        for name in {**was, **is_now}
        if was.get(name) != is_now.get(name)
    )
    problem = f"{path.parent} was made with other options ({changed})"
    raise OptionError(f"{problem}: use the same, or another folder, or --force to start anew", fault="job")


def _flat(options: Options) -> Options:
    """Return options with those inside of other options beside them."""
    flat: dict[str, Any] = {}
    for name, value in options.items():
        flat.update(_flat(value) if isinstance(value, dict) else {name: value})
    return flat


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@contextmanager
def job_file(folder: str, options: Options, *, force: bool) -> Iterator[JobFile]:
    """Open the file of a job in its output folder, which is made if needed. `force` forgets all records."""
    path = Path(folder, JOB_FILE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b") as file:
            lock(file, path)
            opened = JobFile(file)
            if force:
                opened.clear(options)
            else:
                opened.read(options, path)
            yield opened
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}", fault="unwriteable") from None


def state_of(path: str) -> FileState:
    """Return the state of a file, which is read for its hash."""
    status = Path(path).stat()
    return FileState(status.st_size, status.st_mtime_ns, hash_of(path))


def hash_of(path: str) -> str:
    """Return the SHA-256 of the bytes of a file."""
    import hashlib  # noqa: PLC0415 -- slow to import

    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
