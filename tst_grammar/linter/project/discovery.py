"""Finds the files to lint from paths: files, folders, and patterns that the shell did not expand."""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path, PurePath

from attrs import frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.streams import check_path
from tst_grammar.linter.project.path_patterns import Patterns
from tst_grammar.linter.project.settings_files import Configuration

_WILD = re.compile(r"[*?\[]")


def raise_error(error: TstGrammarError) -> None:
    """Raise an error: what happens to one for which no other function is given."""
    raise error


def files_of(
    paths: Iterable[str],
    configuration: Configuration,
    failed: Callable[[TstGrammarError], None] = raise_error,
) -> Iterator[str]:
    """Yield the files of paths, each once; `-` is standard input.

    A named file is always taken. From a folder come the files that the settings include and that neither the
    settings nor a `.gitignore` exclude: first its own files, then those of its folders, sorted by name.
    If a path cannot be read, `failed` is called with the error, and the other paths are still read.

    >>> list(files_of(["-", "-"], Configuration()))
    ['-']
    """
    seen: set[str] = set()
    for path in paths:
        try:
            for file in _files(path, configuration):
                identity = file if file == "-" else os.path.realpath(file)
                if identity not in seen:
                    seen.add(identity)
                    yield file
        except TstGrammarError as error:
            failed(error)


def _files(path: str, configuration: Configuration) -> Iterator[str]:
    if path == "-":
        yield path
        return
    check_path(path)
    try:
        mode = Path(path).stat().st_mode
    except OSError as error:
        if not _WILD.search(path):
            raise _unreadable(path, error.strerror) from None
        yield from _expanded(path, configuration)
        return
    if stat.S_ISDIR(mode):
        yield from (str(file) for file, is_included in _walk(Path(path), configuration) if is_included)
    else:
        yield path


def leads_out(file: str, paths: Iterable[str]) -> bool:
    """Tell whether a file that was found below some paths is a link out of all of them.

    >>> leads_out("docs/notes.md", ["docs"])
    False
    """
    real = Path(file).resolve()
    return not any(file == path or real.is_relative_to(_unwild(path).resolve()) for path in paths)


def _unwild(path: str) -> Path:
    """Return the folder before the first part of a path that has a wildcard, or else the path."""
    return Path(*takewhile(lambda part: not _WILD.search(part), PurePath(path).parts))


def _expanded(path: str, configuration: Configuration) -> Iterator[str]:
    """Yield the files that match a pattern, and the files of folders that match it."""
    folder = _unwild(path)
    pattern = Patterns.of(["/" + PurePath(path).relative_to(folder).as_posix()])
    is_empty = True
    if folder.is_dir():
        for file, is_included in _walk(folder, configuration):
            relative = file.relative_to(folder).as_posix()
            if pattern.verdict(relative) or (is_included and pattern.cover(relative)):
                is_empty = False
                yield str(file)
    if is_empty:
        raise _unreadable(path, "no file matches")


def _walk(top: Path, configuration: Configuration) -> Iterator[tuple[Path, bool]]:
    """Yield the files below a folder that nothing excludes, and whether the settings include them."""
    pending = [(top, _inherited(top))]
    while pending:
        folder, above = pending.pop()
        ignores = (*_gitignore_in(folder), *above)
        settings = configuration.for_folder(folder)
        below = settings.relative(str(folder / "x")).removesuffix("x")
        excluded, included = _Scope(settings.excluded, below), _Scope(settings.included, below)
        inner: list[tuple[Path, tuple[_Scope, ...]]] = []
        for name, is_folder in _entries(folder):
            verdicts = (scope.verdict(name, is_folder=is_folder) for scope in ignores)
            is_ignored = next((verdict for verdict in verdicts if verdict is not None), False)
            if is_ignored or excluded.verdict(name, is_folder=is_folder):
                continue
            if is_folder:
                inner.append((folder / name, tuple(scope.entering(name) for scope in ignores)))
            else:
                yield folder / name, bool(included.verdict(name, is_folder=False))
        pending += reversed(inner)


@frozen
class _Scope:
    """Patterns, and the path from the folder that defines them to another folder, with a slash at its end."""

    patterns: Patterns
    below: str = ""

    def entering(self, name: str) -> "_Scope":
        return _Scope(self.patterns, f"{self.below}{name}/")

    def verdict(self, name: str, *, is_folder: bool) -> bool | None:
        return self.patterns.verdict(f"{self.below}{name}", is_folder=is_folder)


def _gitignore_in(folder: Path) -> tuple[_Scope, ...]:
    """Return the patterns of the `.gitignore` in a folder, if there is one."""
    path = folder / ".gitignore"
    if not _is_file(path):
        return ()
    try:
        text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    except OSError as error:
        raise _unreadable(str(path), error.strerror) from None
    return (_Scope(Patterns.of(text.split("\n"))),)


def _inherited(folder: Path) -> tuple[_Scope, ...]:
    """Return the `.gitignore` patterns above a folder up to the root of its repository, the nearest first."""
    start = Path(os.path.abspath(folder))  # noqa: PTH100 -- links are not resolved
    found: list[_Scope] = []
    for above in (start, *start.parents):
        if above != start:
            below = f"{start.relative_to(above).as_posix()}/"
            found += (_Scope(scope.patterns, below) for scope in _gitignore_in(above))
        if os.path.lexists(above / ".git"):
            return tuple(found)
    return ()


def _entries(folder: Path) -> list[tuple[str, bool]]:
    """Return the sorted names in a folder, and whether each is a folder, without links to folders."""
    try:
        with os.scandir(folder) as entries:
            found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    except OSError as error:
        raise _unreadable(str(folder), error.strerror) from None
    return sorted((name, is_folder) for name, is_folder in found if is_folder or _is_file(folder / name))


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 -- it is False for a broken link


def _unreadable(path: str, why: object) -> OptionError:
    return OptionError(f"cannot read {path}: {why}", fault="unreadable")
