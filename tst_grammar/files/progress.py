"""Shows on a terminal how much of the input is done, at which rate, and how long the rest will take."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from attrs import define, field

_DELAY = 0.5
_PAUSE = 0.2
_BAR = 20


@define
class Progress:
    """Counts bytes and, if `is_shown`, draws a progress line on standard error now and then."""

    total: int | None = None
    is_shown: bool = False
    done: int = 0
    note: tuple[str, str] = ("", "")
    """What the line says before and after the figures."""
    _begun: float = field(factory=time.monotonic)
    _drawn: float = 0.0

    def advance(self, count: int) -> None:
        """Add `count` bytes, and draw the line if it is time."""
        self.done += count
        now = time.monotonic()
        if self.is_shown and now - self._begun >= _DELAY and now - self._drawn >= _PAUSE:
            self._drawn = now
            before, after = self.note
            figures = shown(self.done, self.total, now - self._begun)
            self._write("  ".join(filter(None, (before, figures, after))))

    def restart(self) -> None:
        """Start counting again, because the input is read again."""
        self.done = 0
        self._begun = time.monotonic()

    def clear(self) -> None:
        """Remove the line."""
        if self._drawn:
            self._write("")
            self._drawn = 0.0

    def _write(self, line: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            room = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
            sys.stderr.write(f"\r{line[:room].ljust(room)}\r{line[:room]}")
            sys.stderr.flush()


def shown(done: int, total: int | None, seconds: float) -> str:
    """Return the progress line.

    >>> shown(12_000_000, 48_000_000, 4.0)
    '[#####---------------]  25%  12.0/48.0 MB  3.0 MB/s  0:12 left'
    >>> shown(12_000_000, None, 4.0)
    '12.0 MB  3.0 MB/s'
    """
    rate = done / seconds if seconds else 0.0
    speed = f"{rate / 1e6:.1f} MB/s"
    if not total:
        return f"{done / 1e6:.1f} MB  {speed}"
    share = min(done / total, 1.0)
    bar = "#" * int(share * _BAR)
    line = f"[{bar:-<{_BAR}}] {share:4.0%}  {done / 1e6:.1f}/{total / 1e6:.1f} MB  {speed}"
    return f"{line}  {_clock((total - done) / rate)} left" if rate else line


def _clock(seconds: float) -> str:
    minutes, rest = divmod(max(round(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def is_terminal() -> bool:
    """Tell whether a line can be drawn on standard error."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextlib.contextmanager
def progress(total: int | None, *, to_file: bool) -> Iterator[Progress]:
    """Give a byte counter. Its line is shown on a terminal, unless the output goes there too."""
    state = Progress(total, is_terminal() and (to_file or not sys.stdout.isatty()))
    try:
        yield state
    finally:
        state.clear()
