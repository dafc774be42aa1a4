"""Converts shards in several processes, one shard at a time in each.

Processes, because reading JSON holds Python's lock. A process ends as soon as the one that started it has
ended, however it ended.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

from attrs import define, frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.interrupts import held_back
from tst_grammar.files.jobs.bad_documents import rejects_of
from tst_grammar.files.jobs.job_file import Record
from tst_grammar.files.jobs.shard import Shard
from tst_grammar.files.replacement import part_path

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_PAUSE = 0.2
"""How many seconds are at least between two messages about bytes."""


class Converter(Protocol):
    """What converts shards. A `Job` is one."""

    def convert(self, shard: Shard, advance: Callable[[int], None], /) -> Record:
        """Convert a shard, and return its record."""


@frozen
class Started:
    """A shard whose conversion has begun."""

    shard: Shard


@frozen
class Finished:
    """A shard whose conversion has ended, with its record or with the error."""

    shard: Shard
    result: Record | TstGrammarError


Event = Started | Finished | int
"""What happens in a job; an int is a number of bytes of input that were read."""


def in_this_process(
    job: Converter, shards: Iterable[Shard], advance: Callable[[int], None]
) -> Iterator[Event]:
    """Convert shards one after the other, and yield what happens. Bytes are only told to `advance`."""
    for shard in shards:
        yield Started(shard)
        yield Finished(shard, _result(job, shard, advance))


def in_processes(job: Converter, shards: Iterable[Shard], count: int) -> Iterator[Event]:
    """Convert shards in `count` processes, and yield what happens."""
    waiting = iter(shards)
    free: list[_Worker] = []
    busy: dict[object, _Worker] = {}
    if sys.platform != "win32":
        resource_tracker.ensure_running()  # starting it later would let signals through again
    try:
        while True:
            while len(busy) < count and (shard := next(waiting, None)):
                worker = free.pop() if free else _start(job)
                busy[worker.connection] = worker
                worker.send(shard)
                yield Started(shard)
            if not busy:
                return
            for ready in wait([worker.connection for worker in busy.values()]):
                worker = busy[ready]
                event = worker.event()
                if isinstance(event, Finished):
                    del busy[ready]
                    if worker.is_lost:
                        _end([worker])
                    else:
                        worker.shard = None
                        free.append(worker)
                yield event
    finally:
        _end([*busy.values(), *free])


@define
class _Worker:
    process: BaseProcess
    connection: Connection
    shard: Shard | None = None
    is_lost: bool = False

    def send(self, shard: Shard) -> None:
        self.shard = shard
        with contextlib.suppress(OSError):  # `event` finds that the process is lost
            self.connection.send(shard)

    def event(self) -> Event:
        """Receive what has happened in the process."""
        try:
            message: Record | TstGrammarError | int = self.connection.recv()
        except (EOFError, OSError):
            self.is_lost = True
            message = self._lost()
        if isinstance(message, int):
            return message
        assert self.shard  # noqa: S101 -- a process answers only when it has a shard
        return Finished(self.shard, message)

    def _lost(self) -> OptionError:
        self.process.join(1)
        code = self.process.exitcode
        how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
        name = self.shard.path if self.shard else ""
        problem = f"{name}: the process that converted it ended before its work was done ({how})"
        return OptionError(problem, fault="lost-worker")


def _start(job: Converter) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, job), daemon=True)
    with held_back():  # this process ends the others
        process.start()
    theirs.close()  # so that the connection ends when the process does
    return _Worker(process, ours)


def _end(workers: Sequence[_Worker]) -> None:
    """End processes, and remove the files that they have not finished."""
    for worker in workers:
        worker.connection.close()
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        if worker.shard:
            for path in (Path(worker.shard.output), rejects_of(worker.shard)):
                part_path(path).unlink(missing_ok=True)


def _serve(connection: Connection, job: Converter) -> None:
    """Convert the shards that arrive, until the other end is gone."""
    shards = SimpleQueue[Shard]()

    def receive() -> None:
        try:
            while True:
                shards.put(connection.recv())
        except (EOFError, OSError):
            os._exit(1)  # the process that started this one has ended: so must the conversion

    Thread(target=receive, daemon=True).start()
    read, told = 0, time.monotonic()

    def advance(count: int) -> None:
        nonlocal read, told
        read += count
        if time.monotonic() - told >= _PAUSE:
            connection.send(read)
            read, told = 0, time.monotonic()

    with contextlib.suppress(OSError):
        while True:
            result = _result(job, shards.get(), advance)
            connection.send(read)
            read = 0
            connection.send(result)


def _result(job: Converter, shard: Shard, advance: Callable[[int], None]) -> Record | TstGrammarError:
    try:
        return job.convert(shard, advance)
    except TstGrammarError as error:
        return error
