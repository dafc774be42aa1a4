"""The errors of this package: what is wrong, where, and what was expected there."""

from collections.abc import Callable
from typing import Any, Protocol

from tst_grammar.diagnostics import Span, underlined


class TstGrammarError(ValueError):
    """The base of every error that this package raises about a value.

    `message` says what is wrong, and `fault` names the kind of mistake. `source` is the text that was read,
    `span` the place of the mistake in it, and `expected` what would be right there. `row` is the number of
    the row, from 0, if a function for many values such as `decode_many` raised the error.

    >>> import tst_grammar as tst
    >>> try:
    ...     tst.decode("1m 23k 456")
    ... except tst.TstGrammarError as error:
    ...     print(error)
    ...     print(error.fault, error.span, error.expected)
    '23k' has 2 digits: a group after the first has 3 digits
        1m 23k 456
           ~~^
    short-group Span(start=3, end=6) ('023k',)
    """

    # Everything but the message has a default, because unpickling passes the message alone.
    def __init__(
        self,
        message: str,
        *,
        fault: str = "",
        source: str = "",
        span: Span | None = None,
        expected: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self._message = message
        self._advice: Callable[[], str] | None = None
        self.fault = fault
        self.source = source
        self.span = span
        self.expected = expected
        self.row: int | None = None

    @property
    def message(self) -> str:
        """What is wrong, and what to do."""
        if self._advice:
            self._message += self._advice()
            self._advice = None
        return self._message

    @message.setter
    def message(self, message: str) -> None:
        self._message, self._advice = message, None

    def advise(self, advice: Callable[[], str]) -> None:
        """Add advice to the end of the message; it is only worked out when the message is read.

        >>> error = TstGrammarError("'x' is wrong")
        >>> error.advise(lambda: ": write 'y'")
        >>> print(error)
        'x' is wrong: write 'y'
        """
        self._advice = advice

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_message": self.message, "_advice": None}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, self.__getstate__()

    def __str__(self) -> str:
        message = self.message if self.row is None else f"row {self.row}: {self.message}"
        if self.span is None:
            return message
        return f"{message}\n{underlined(self.source, self.span)}"


class NotationError(TstGrammarError):
    """A text is not a number as the locale writes it."""


class StyledNumber(Protocol):
    """A number and the style in which it was read. A `Reading` is one."""

    @property
    def style(self) -> str:
        """The id of a locale that writes numbers in this style."""

    @property
    def number(self) -> Any:  # noqa: ANN401 -- a `Number`, which is defined in a higher layer
        """The `Number`."""


class AmbiguousNumberError(NotationError):
    """A text can be read as more than one number; `readings` holds each with its style.

    >>> import tst_grammar as tst
    >>> try:
    ...     tst.parse_number("1,234", locale="auto")
    ... except tst.AmbiguousNumberError as error:
    ...     print([(reading.style, reading.number.value) for reading in error.readings])
    [('en', Decimal('1234')), ('de', Decimal('1.234'))]
    """

    def __init__(self, message: str, *, readings: tuple[StyledNumber, ...] = (), **details: Any) -> None:  # noqa: ANN401
        super().__init__(message, **details)
        self.readings = readings


class DecodeError(TstGrammarError):
    """A text or a list of tokens is not one canonical TST number of the scheme."""


class RangeError(TstGrammarError):
    """A number has more digits than the scheme or the library can hold."""


class SchemeError(TstGrammarError):
    """Options of a scheme have impossible values or contradict each other."""


class LocaleError(TstGrammarError):
    """A locale is not known."""


class GrammarError(TstGrammarError):
    """A grammar cannot be compiled into tables."""


class OptionError(TstGrammarError):
    """An option of a function for running text has an impossible value."""
