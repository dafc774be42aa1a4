"""The files of a job: finds them in paths, folders and patterns, and names their outputs."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from os import PathLike, fspath
from pathlib import Path, PurePath

from attrs import frozen

from tst_grammar.diagnostics import represented
from tst_grammar.errors import OptionError
from tst_grammar.files.streams import check_path

_WILD = re.compile(r"[*?\[]")


@frozen
class Shard:
    """A file of a job: its path, and the path of its output below the output folder.

    `name` has slashes on every system.
    """

    path: str
    folder: str
    name: str

    @property
    def output(self) -> str:
        """The path of the output."""
        return str(Path(self.folder, self.name))


def shards_of(
    paths: Iterable[str | PathLike[str]],
    folder: str | PathLike[str],
    renamed: Callable[[str], str] = str,
) -> list[Shard]:
    """Return the shards in files, folders and patterns, sorted by name.

    From a folder come all files in it and below it, except hidden ones. `renamed` turns the name of a file
    into the name of its output.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as top:
    ...     Path(top, "a", "b").mkdir(parents=True)
    ...     Path(top, "a", "b", "1.txt").touch()
    ...     [shard.name for shard in shards_of([Path(top, "a")], Path(top, "out"))]
    ['b/1.txt']
    """
    if isinstance(paths, str | PathLike):
        raise TypeError(f"paths takes a list of paths, not one path: [{represented(fspath(paths))}]")
    target = fspath(folder)
    check_path(target)
    if os.path.lexists(target) and not os.path.isdir(target):  # noqa: PTH112 -- it is False for a path that cannot be read
        problem = f"{target} is a file, not a folder: name a folder for the outputs"
        raise OptionError(problem, fault="job")
    shards: dict[str, Shard] = {}
    for given in paths:
        for path, name in _files(fspath(given), Path(target)):
            shard = Shard(path, target, renamed(name))
            _check(shard, shards.get(shard.name))
            shards[shard.name] = shard
    return sorted(shards.values(), key=lambda shard: shard.name)


def _check(shard: Shard, other: Shard | None) -> None:
    """Refuse an output that two inputs share, or that is an input itself."""
    if other and not Path(other.path).samefile(shard.path):
        remedy = "name the folder above both"
        if PurePath(other.path).name != PurePath(shard.path).name:
            remedy = "use another folder for one of them"
        problem = f"{other.path} and {shard.path} have the same output {shard.name}: {remedy}"
        raise OptionError(problem, fault="job")
    if os.path.exists(shard.output) and Path(shard.output).samefile(shard.path):  # noqa: PTH110 -- as below
        raise OptionError(f"{shard.path} would be its own output: name another folder", fault="job")


def _files(path: str, target: Path) -> Iterator[tuple[str, str]]:
    """Yield the files of a path, each with its name below it."""
    if path == "-":
        raise OptionError("a job reads files, not standard input", fault="unreadable")
    check_path(path)
    if os.path.isdir(path):  # noqa: PTH112 -- it is False for a path that cannot be read
        yield from _below(path, target)
    elif os.path.lexists(path) or not _WILD.search(path):
        if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 -- as below
            problem = f"{path} is not a file, and a job reads each file more than once: copy it to a file"
            raise OptionError(problem, fault="unreadable")
        yield path, PurePath(path).name
    else:
        yield from _matching(path, target)


def _below(folder: str, target: Path) -> Iterator[tuple[str, str]]:
    """Yield the files in a folder and in its folders. The folder of the outputs is left out."""

    def refuse(error: OSError) -> None:
        raise OptionError(f"cannot read {error.filename}: {error.strerror}", fault="unreadable") from None

    for top, inner, names in os.walk(folder, onerror=refuse):
        inner[:] = sorted(name for name in inner if name[0] != "." and not _is_same(Path(top, name), target))
        for name in sorted(names):
            path = Path(top, name)
            if name[0] != "." and path.is_file():
                yield str(path), path.relative_to(folder).as_posix()


def _matching(pattern: str, target: Path) -> Iterator[tuple[str, str]]:
    """Yield the files that match a pattern, with their names below its first folder without a wildcard."""
    above = Path(*takewhile(lambda part: not _WILD.search(part), PurePath(pattern).parts))
    is_empty = True
    for found in sorted(above.glob(str(PurePath(pattern).relative_to(above)))):
        inside = found.relative_to(above)
        is_hidden = any(part[0] == "." for part in inside.parts)
        if is_hidden or target.resolve() in (found.resolve(), *found.resolve().parents):
            continue
        if found.is_file():
            is_empty = False
            yield str(found), inside.as_posix()
        elif found.is_dir() and "**" not in pattern:  # with `**`, its files match themselves
            for path, name in _below(str(found), target):
                is_empty = False
                yield path, f"{inside.as_posix()}/{name}"
    if is_empty:
        raise OptionError(f"cannot read {pattern}: no file matches", fault="unreadable")


def _is_same(path: Path, other: Path) -> bool:
    return path.resolve() == other.resolve()
