"""Applies a task to a file in several processes. Each takes some lines at a time; the order is kept."""

import contextlib
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from attrs import define, field, frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.file_task import FileTask, Summary
from tst_grammar.files.interrupts import held_back
from tst_grammar.files.streams import Source, blocks_between, pieces_of, ranges_of
from tst_grammar.text.tasks import Tally

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

SHARD = 1 << 21
"""About how many bytes a worker takes at a time."""

_AHEAD = 2
"""How many shards for each worker are started before the first of them is written."""

_MOST_HELD = 1 << 23
"""How many bytes of one result are held until the results before it are written."""


@frozen
class _Shard:
    """Some lines of a file: their range in the file, or their content."""

    size: int
    start: int = 0
    content: bytes | None = None


@frozen
class _Worker:
    process: BaseProcess
    connection: Connection


@define
class _Result:
    """The result of a shard so far, and the worker that computes it."""

    worker: _Worker | None = None
    size: int = 0
    outcomes: deque[bytes | Summary] = field(factory=deque)
    held: int = 0

    def taken(self) -> Iterator[bytes | Summary]:
        """Yield the outcomes that have arrived, and hold them no longer."""
        while self.outcomes:
            yield self.outcomes.popleft()
        self.held = 0


def in_workers(
    task: FileTask, source: Source, count: int, advance: Callable[[int], None], shard: int = SHARD
) -> Iterator[bytes | Summary]:
    """Yield the changed pieces of a file in order, with a summary after each shard."""
    shards = _ranges(source, shard) if source.is_seekable else _contents(task, source, advance, shard)
    with _started(count) as workers:
        idle = deque(workers)
        results: deque[_Result] = deque()
        while True:
            while idle and len(results) < _AHEAD * count and (each := next(shards, None)):
                results.append(
                    _Result(outcomes=deque([each]))
                    if isinstance(each, Summary)
                    else _send(idle.popleft(), task, source, each)
                )
            if not results:
                return
            yield from results[0].taken()
            if results[0].worker is None:
                advance(results.popleft().size)
                continue
            running = {
                result.worker.connection: result
                for result in results
                if result.worker and (result is results[0] or result.held < _MOST_HELD)
            }
            for connection in wait(list(running)):
                if done := _receive(running[connection]):  # type: ignore[index]
                    idle.append(done)


def _ranges(source: Source, size: int) -> Iterator[_Shard | Summary]:
    """Yield ranges of a file that the workers read themselves."""
    try:
        next(source.blocks(lambda _: None), b"")  # refuse a file that is not text
        for start, end in ranges_of(source.path, size):
            yield _Shard(end - start, start)
    except TstGrammarError as error:
        yield Summary(0, Tally(), error)


def _contents(
    task: FileTask, source: Source, advance: Callable[[int], None], size: int
) -> Iterator[_Shard | Summary]:
    """Yield lines that only this process can read. An error comes after the lines before it."""
    content = bytearray()
    failure = None
    try:
        for piece in pieces_of(source.blocks(advance), task.cuts(), most=task.max_document):
            content += piece
            if len(content) >= size:
                yield _Shard(0, content=bytes(content))
                content.clear()
    except TstGrammarError as error:
        failure = error
    if content:
        yield _Shard(0, content=bytes(content))
    if failure:
        yield Summary(0, Tally(), failure)


@contextlib.contextmanager
def _started(count: int) -> Iterator[list[_Worker]]:
    """Start workers, and end them afterwards, also after an error."""
    workers: list[_Worker] = []
    try:
        if sys.platform != "win32":
            resource_tracker.ensure_running()  # starting it later would let signals through again
        with held_back():  # this process ends the workers
            workers += (_start() for _ in range(count))
        yield workers
    finally:
        for worker in workers:
            worker.connection.close()
            worker.process.kill()
        for worker in workers:
            worker.process.join()


def _start() -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    theirs.close()  # so that the connection ends when the worker does
    return _Worker(process, ours)


def _send(worker: _Worker, task: FileTask, source: Source, shard: _Shard) -> _Result:
    """Send a shard to an idle worker."""
    try:
        worker.connection.send((task, source.name, shard.start, shard.size))
        if shard.content is not None:
            worker.connection.send_bytes(shard.content)
    except OSError:
        raise _lost(worker) from None
    return _Result(worker, shard.size)


def _receive(result: _Result) -> _Worker | None:
    """Receive the next outcome from a worker, and return the worker if it is done."""
    worker = result.worker
    if worker is None:
        return None
    try:
        piece = worker.connection.recv_bytes()
        if piece:
            result.outcomes.append(piece)
            result.held += len(piece)
            return None
        result.outcomes.append(worker.connection.recv())
    except (EOFError, OSError):
        raise _lost(worker) from None
    result.worker = None
    return worker


def _lost(worker: _Worker) -> OptionError:
    worker.process.join(1)
    code = worker.process.exitcode
    how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
    return OptionError(f"a worker process ended before its work was done ({how})", fault="lost-worker")


def _serve(connection: Connection) -> None:
    """Work until the other end is gone. Pieces are sent as bytes; an empty one announces the summary."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, name, start, size = connection.recv()
            blocks = blocks_between(name, start, start + size) if size else [connection.recv_bytes()]
            for outcome in task.outcomes(blocks):
                if isinstance(outcome, Summary):
                    connection.send_bytes(b"")
                    connection.send(outcome)
                elif outcome:
                    connection.send_bytes(outcome)
