"""The options that all conversions of files share, with their limits."""

from collections.abc import Iterable
from typing import Final

from tst_grammar.errors import OptionError

MOST_WORKERS: Final = 999

MOST_HELD: Final = 256 << 20
"""How many bytes a document that is held whole may have, unless told otherwise."""


def checked_fields(fields: Iterable[str]) -> tuple[str, ...]:
    """Return the names of fields, and refuse one name that is not in a tuple.

    >>> checked_fields(["text"])
    ('text',)
    """
    if isinstance(fields, str) or not all(isinstance(name, str) for name in fields):
        raise TypeError("fields takes a tuple of str")
    return tuple(fields)


def checked_workers(option: str, count: int) -> None:
    """Refuse a number of processes that cannot be started."""
    if not 1 <= count <= MOST_WORKERS:
        raise OptionError(f"{option} must be 1 to {MOST_WORKERS}", fault="workers")


def checked_max_document(size: int) -> None:
    """Refuse a limit for documents that no document can keep."""
    if size < 1:
        raise OptionError("max_document must be at least 1", fault="large-document")


def too_large(most: int) -> str:
    """Return the problem of a document of more than `most` bytes."""
    return f"it has more than {most} bytes: --max-document, or max_document, allows more"
