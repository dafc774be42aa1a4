"""Cuts texts into lines and into segments of whole lines, and changes many rows as lines of one text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from tst_grammar.errors import TstGrammarError
from tst_grammar.rows import Failing, like, rows_of
from tst_grammar.threads import checked_threads, mapped, slices

SEGMENT = 1 << 16
"""The least length of a segment in characters; it ends with the next line end."""

_BATCH = SEGMENT * 3 // 4
"""About how many characters of short rows are changed together; most batches are one segment then."""

_MOST_ROWS = 4096

Change = Callable[[str], str]
"""Changes a text."""

Rest = Callable[[int, str], str | None]
"""Changes a row that could not be changed together with others, given with its number."""

RowsChange = Callable[[Sequence[str | None], Rest], list[str | None]]
"""Changes many rows together."""

LastBreak = Callable[[str], int]
"""Returns the last place where a text can be cut without changing how either side is read, or 0."""


def segments(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield segments of whole lines with their offsets. No token continues in the next segment.

    >>> list(segments("1\n2"))
    [(0, '1\n2')]
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start + SEGMENT) + 1 or len(text)
        yield start, text[start:end]
        start = end


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text with their line ends; only a line feed ends a line.

    >>> list(lines_of("1\r2\n3"))
    ['1\r2\n', '3']
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def changed_rows(change: Change, rows: Sequence[str | None], rest: Rest) -> list[str | None]:
    r"""Return each row changed, by a function that changes each line of a text on its own. None stays.

    Rows are joined and changed together. Where that raises an error, each row is given to `rest`.

    >>> changed_rows(str.title, ["one row", None, "one\nand another", ""], lambda _, row: row)
    ['One Row', None, 'One\nAnd Another', '']
    """
    changed: list[str | None] = []
    count = 1
    while len(changed) < len(rows):
        some = rows[len(changed) : len(changed) + count]
        try:
            length, lines = _changed_lines(change, some)
        except (TstGrammarError, TypeError):
            numbered = enumerate(some, len(changed))
            changed += [None if row is None else rest(number, row) for number, row in numbered]
        else:
            changed += lines
            count = max(1, min(_MOST_ROWS, _BATCH * len(some) // (length + 1)))
    return changed


def _changed_lines(change: Change, rows: Sequence[str | None]) -> tuple[int, Sequence[str | None]]:
    """Return the length of some rows together, and each of them changed."""
    try:
        joined = "\n".join(rows)  # type: ignore[arg-type]
    except TypeError:
        texts = [row for row in rows if row is not None]
        if len(texts) == len(rows):
            raise  # a row is not text
        length, lines = _changed_lines(change, texts)
        left = iter(lines)
        return length, [None if row is None else next(left) for row in rows]
    found = change(joined).split("\n") if rows else []
    if len(found) == len(rows):
        return len(joined), found
    rest = iter(found)
    return len(joined), ["\n".join(islice(rest, 1 + row.count("\n"))) for row in rows if row is not None]


def changed_column(  # noqa: PLR0913, PLR0917 -- what a column and its options need
    function: str,
    values: Iterable[str | None],
    change: Change,
    at_once: RowsChange | None,
    failing: Failing,
    threads: int = 1,
) -> list[str | None]:
    """Return each row changed by some threads; `at_once` changes many rows together, if it can.

    >>> changed_column("shout", ("one", "two"), str.upper, None, Failing("raise", None))
    ['ONE', 'TWO']
    """
    rows = rows_of(function, values)

    def changed(part: slice) -> list[str | None]:
        def rest(number: int, row: str) -> str | None:
            return failing.row(change, row, part.start + number)

        if at_once:
            return at_once(rows[part], rest)
        return [None if row is None else rest(number, row) for number, row in enumerate(rows[part])]

    parts = mapped(changed, slices(len(rows), checked_threads(threads)), threads)
    failing.sort_rejects()
    made = parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))
    return like(values, made, text=True)


def require_text(function: str, text: object) -> None:
    """Refuse a value that is not a text.

    >>> require_text("annotate", 5)
    Traceback (most recent call last):
    TypeError: annotate takes a str, not int
    """
    if not isinstance(text, str):
        raise TypeError(f"{function} takes a str, not {type(text).__name__}")
