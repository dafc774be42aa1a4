"""Checks a stream of tokens one by one, and reports the first token that makes a number invalid."""

from collections.abc import Iterable, Iterator
from copy import copy

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.stream.next_tokens import Expectation, PieceExpectation
from tst_grammar.stream.number_stream import NumberStream
from tst_grammar.stream.pieces import Cutter


class Validator:
    """Checks each token as it arrives, and continues after a mistake.

    Text between numbers is allowed and ends a number. With `pieces`, the tokens may be cut anywhere, and
    positions count characters.

    >>> validator = Validator()
    >>> validator.feed("1m"), validator.is_complete, str(validator.expected())
    (None, False, 'a 3-digit group with k')
    >>> validator.feed("23k").message
    "'23k' has 2 digits: a group after the first has 3 digits"
    """

    def __init__(self, scheme: AnyScheme = TST, *, pieces: bool = False) -> None:
        self._scheme = scheme_of(scheme)
        self._pieces = pieces
        self.reset()

    def reset(self) -> None:
        """Go back to the start of a stream.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> validator.reset()
        >>> validator.feed("2k")
        """
        self._place = 0
        self._cutter = Cutter(NumberStream.of(self._scheme))

    def copy(self) -> "Validator":
        """Return an independent validator at the same position.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> other = validator.copy()
        >>> other.feed("234"), other.is_complete, validator.is_complete
        (None, True, False)
        """
        other = copy(self)
        other._cutter = self._cutter.copy()  # noqa: SLF001 -- same class
        return other

    def feed(self, token: str) -> Diagnostic | None:
        """Take the next token or piece, and return its first mistake, or None.

        A mark that may be text, such as a second point, is reported only if the next token is not text.

        >>> validator = Validator()
        >>> [validator.feed(token) for token in ("It", "is", "1k", "234", ".")]
        [None, None, None, None, None]
        """
        if not isinstance(token, str):
            raise TypeError(f"a token is a str, not {type(token).__name__}")
        if self._pieces:
            return self._feed_piece(token)
        self._place += 1
        return self._cutter.stream.take(token, self._place - 1, self._place)

    def _feed_piece(self, piece: str) -> Diagnostic | None:
        first = None
        for character in piece:
            found = self._cutter.read(character, self._place)
            first = first or found
            self._place += 1
        return first

    def expected(self) -> Expectation | PieceExpectation:
        """Return the tokens, or characters of pieces, that may come next; text may come where a number ends.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> expected = validator.expected()
        >>> print(expected)
        a 3-digit group
        >>> "234" in expected, len(list(expected))
        (True, 1000)
        """
        return self._cutter.expected() if self._pieces else self._cutter.stream.next

    @property
    def is_complete(self) -> bool:
        """Whether the stream may end here.

        >>> validator = Validator()
        >>> validator.feed("5")
        >>> validator.is_complete
        True
        """
        cutter = self._cutter.copy()
        return cutter.finish(0, 0) is None and cutter.stream.is_complete

    def close(self) -> Diagnostic | None:
        """Return a diagnostic if the stream cannot end here. The validator does not change.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> validator.close().message
        "the units group is missing after '1k'"
        """
        cutter = self._cutter.copy()
        return cutter.finish(self._place, self._place) or cutter.stream.end(self._place)


def validate(tokens: Iterable[str], *, scheme: AnyScheme = TST, pieces: bool = False) -> Iterator[Diagnostic]:
    """Yield the mistakes in a stream of tokens while reading it.

    >>> [(found.name, found.start) for found in validate(["1m", "23k", "456", "or", "7k"])]
    [('short-group', 1), ('missing-units', 5)]
    >>> list(validate(["It has 1m 2", "34", "k 567 cells."], pieces=True))
    []
    """
    if isinstance(tokens, str | bytes) and not pieces:
        raise TypeError("validate takes an iterable of tokens, not one text: pass pieces=True for text")
    return _validated(tokens, Validator(scheme, pieces=pieces), pieces=pieces)


def _validated(tokens: Iterable[str], validator: Validator, *, pieces: bool) -> Iterator[Diagnostic]:
    for token in tokens:
        for each in token if pieces and isinstance(token, str) else (token,):
            found = validator.feed(each)
            if found:
                yield found
    missing = validator.close()
    if missing:
        yield missing
