"""Holds back requests to end the program while something must not be cut short."""

import contextlib
import signal
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Hold back SIGINT and SIGTERM until the end of the block, where the system can.

    Processes that are started in the block hold them back for good.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
