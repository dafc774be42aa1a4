"""Shows how far a job is: one line on a terminal, and a line of a log now and then elsewhere."""

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath

from attrs import define, field

from tst_grammar.files.jobs.convert_files import Plan, Watch
from tst_grammar.files.jobs.shard_pool import Event, Finished, Started
from tst_grammar.files.progress import Progress, is_terminal, shown

_PAUSE = 30.0
"""How many seconds are between two lines of a log."""


@define
class JobProgress:
    """What has happened in a job so far. `log` writes a line of a log, and `line` draws on a terminal."""

    log: Callable[[str], None]
    line: Progress
    _sizes: dict[str, int] = field(factory=dict)
    _shards: int = 0
    _done: int = 0
    _current: list[str] = field(factory=list)
    _begun: float = field(factory=time.monotonic)
    _logged: float = field(factory=time.monotonic)

    def watch(self, event: Plan | Event) -> None:
        """Take note of an event, and show it if it is time."""
        if isinstance(event, Plan):
            self._shards, self._done = len(event.shards), len(event.shards) - len(event.missing)
            self.line.total = sum(_size(shard.path) for shard in event.missing)
            return
        if isinstance(event, Started):
            self._current.append(event.shard.name)
        elif isinstance(event, Finished):
            self._current.remove(event.shard.name)
            self._done += 1
        self.line.note = f"{self._done}/{self._shards} files", " ".join(map(_last, self._current))
        self.line.advance(event if isinstance(event, int) else 0)
        now = time.monotonic()
        if not self.line.is_shown and now - self._logged >= _PAUSE:
            self._logged = now
            self.log(f"{self.line.note[0]}  {shown(self.line.done, self.line.total, now - self._begun)}")


def _last(name: str) -> str:
    return PurePath(name).name


def _size(path: str) -> int:
    with contextlib.suppress(OSError):
        return Path(path).stat().st_size
    return 0


@contextlib.contextmanager
def job_progress(log: Callable[[str], None]) -> Iterator[Watch]:
    """Give a function to call with the events of a job."""
    line = Progress(is_shown=is_terminal())
    try:
        yield JobProgress(log, line).watch
    finally:
        line.clear()
