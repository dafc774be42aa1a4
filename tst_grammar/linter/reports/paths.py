"""Names files as programs that show findings want them: from the current folder, with slashes."""

from pathlib import Path


def relative_path(path: str) -> str:
    """Return a path from the current folder if it is below it, else as it is.

    >>> relative_path(str(Path.cwd() / "docs" / "notes.txt"))
    'docs/notes.txt'
    """
    named = Path(path)
    if named.is_absolute() and named.is_relative_to(Path.cwd()):
        named = named.relative_to(Path.cwd())
    return named.as_posix()
