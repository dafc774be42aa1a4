"""Checks a stream of tokens one by one, and reports the first token that makes a number invalid."""

from collections.abc import Iterable, Iterator
from copy import copy

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.option_checks import checked_flag
from tst_grammar.stream.next_tokens import Expectation, PieceExpectation
from tst_grammar.stream.number_stream import NumberStream
from tst_grammar.stream.pieces import Cutter
from tst_grammar.stream.text_pieces import TextCutter, TextRules
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.finding import checked_separator, checked_skip
from tst_grammar.text.text_tokens import text_tokens


class Validator:
    """Checks each token as it arrives, and continues after a mistake.

    Text between numbers is allowed and ends a number. With `pieces`, the tokens may be cut anywhere, and
    positions count characters. The pieces are then running text as `annotate` reads it with the same
    `locale`, `skip`, `separator` and `delimiters`: dates, names and other shapes are text, a plain number is
    a warning, and so is a mistake that ordinary text may also have. A mistake is reported when the token is
    complete, at the latest at the end of the line. With `skip=()`, every digit must belong to a TST number,
    and the first wrong character is reported at once.

    >>> validator = Validator()
    >>> validator.feed("1m"), validator.is_complete, str(validator.expected())
    (None, False, 'a 3-digit group with k')
    >>> validator.feed("23k").message
    "'23k' has 2 digits: a group after the first has 3 digits"
    """

    def __init__(  # noqa: PLR0913 -- the options of running text
        self,
        scheme: AnyScheme = TST,
        *,
        pieces: bool = False,
        locale: str = "en",
        skip: Iterable[str] | None = None,
        separator: str = "",
        delimiters: tuple[str, str] | None = None,
    ) -> None:
        self._scheme = scheme_of(scheme)
        self._pieces = checked_flag("pieces", pieces)
        shapes = checked_skip(skip)
        pair = checked_delimiters(delimiters)
        known, field = find_locale(locale), checked_separator(separator)
        self._rules = None
        if pieces and (shapes or pair):
            tokens = text_tokens(known, field, self._scheme)
            self._rules = TextRules(self._scheme, tokens, shapes, pair)
        self.reset()

    def reset(self) -> None:
        """Go back to the start of a stream.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> validator.reset()
        >>> validator.feed("2k")
        """
        self._place = 0
        self._cutter = Cutter(NumberStream.of(self._scheme, in_text=self._rules is not None))
        self._text = TextCutter(self._rules, self._cutter) if self._rules else None

    def copy(self) -> "Validator":
        """Return an independent validator at the same position.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> other = validator.copy()
        >>> other.feed("234"), other.is_complete, validator.is_complete
        (None, True, False)
        """
        other = copy(self)
        other._text = self._text.copy() if self._text else None  # noqa: SLF001 -- same class
        other._cutter = other._text.cutter if other._text else self._cutter.copy()  # noqa: SLF001
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
            return next(iter(self._found_in(token)), None)
        self._place += 1
        return self._cutter.stream.take(token, self._place - 1, self._place)

    def _all(self, tokens: Iterable[str]) -> Iterator[Diagnostic]:
        """Yield the mistakes in a whole stream."""
        for token in tokens:
            if self._pieces and isinstance(token, str):
                yield from self._found_in(token)
            else:
                found = self.feed(token)
                if found:
                    yield found
        yield from self._missing()

    def _found_in(self, piece: str) -> list[Diagnostic]:
        """Return the mistakes that are certain after a piece."""
        if self._text:
            return list(self._text.read(piece))
        found = [
            self._cutter.read(character, place) for place, character in enumerate(piece, start=self._place)
        ]
        self._place += len(piece)
        return list(filter(None, found))

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
        if self._text:
            return self._text.expected()
        return self._cutter.expected() if self._pieces else self._cutter.stream.next

    @property
    def is_complete(self) -> bool:
        """Whether the stream may end here.

        >>> validator = Validator()
        >>> validator.feed("5")
        >>> validator.is_complete
        True
        """
        return not self._missing()

    def close(self) -> Diagnostic | None:
        """Return a diagnostic if the stream cannot end here. The validator does not change.

        >>> validator = Validator()
        >>> validator.feed("1k")
        >>> validator.close().message
        "the units group is missing after '1k'"
        """
        return next(iter(self._missing()), None)

    def _missing(self) -> list[Diagnostic]:
        """Return the mistakes that show if the stream ends here."""
        if self._text:
            return list(self._text.copy().finish())
        cutter = self._cutter.copy()
        found = cutter.finish(self._place, self._place) or cutter.stream.end(self._place)
        return [found] if found else []


def validate(  # noqa: PLR0913 -- the options of running text
    tokens: Iterable[str],
    *,
    scheme: AnyScheme = TST,
    pieces: bool = False,
    locale: str = "en",
    skip: Iterable[str] | None = None,
    separator: str = "",
    delimiters: tuple[str, str] | None = None,
) -> Iterator[Diagnostic]:
    """Yield the mistakes in a stream of tokens while reading it, with the options of `Validator`.

    >>> [(found.name, found.start) for found in validate(["1m", "23k", "456", "or", "7k"])]
    [('short-group', 1), ('missing-units', 5)]
    >>> list(validate(["It has 1m 2", "34", "k 567 cells on 2024-01-15."], pieces=True))
    []
    """
    checked_flag("pieces", pieces)
    if isinstance(tokens, str | bytes) and not pieces:
        raise TypeError("validate takes an iterable of tokens, not one text: pass pieces=True for text")
    validator = Validator(
        scheme, pieces=pieces, locale=locale, skip=skip, separator=separator, delimiters=delimiters
    )
    return validator._all(tokens)  # noqa: SLF001 -- same module
