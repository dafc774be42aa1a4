"""Writes paths as other programs expect them: relative to the current folder, with slashes."""

from pathlib import Path


def relative_path(path: str) -> str:
    """Return a path with slashes, relative to the current folder if it is below it.

    >>> relative_path(str(Path.cwd() / "docs" / "notes.txt"))
    'docs/notes.txt'
    """
    named = Path(path)
    if named.is_absolute() and named.is_relative_to(Path.cwd()):
        named = named.relative_to(Path.cwd())
    return named.as_posix()
