"""Digit groups, each with its power of ten, and the tokens with which a scheme writes them."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from tst_grammar.diagnostics import Span, either, quoted
from tst_grammar.errors import DecodeError
from tst_grammar.language.definition import digits_of
from tst_grammar.language.scheme import POWER, Scheme
from tst_grammar.language.tokens import Kind, Token

_DIGITS = "0123456789"


@frozen
class Group:
    """The digits of one group, the power of ten of its last digit, and where it was read.

    >>> Group("234", 3, text="234k", span=Span(3, 7)).power
    3
    """

    digits: str
    power: int
    text: str
    span: Span | None


def spell(digits: str, power: int, *, scheme: Scheme) -> Iterator[Token]:
    """Yield the tokens of one group.

    >>> [token.text for token in spell("234", 3, scheme=Scheme(unit="digit"))]
    ['2', '3', '4k']
    """
    pieces = list(digits) if scheme.unit == "digit" else [digits]
    marker = scheme.marker_of(power)
    separate = [Token(Kind.MARKER, marker)] if marker and scheme.marker == "separate" else []
    if scheme.placement == "suffix":
        if not separate:
            pieces[-1] += marker
        yield from (Token(Kind.GROUP, piece) for piece in pieces)
        yield from separate
    else:
        if not separate:
            pieces[0] = marker + pieces[0]
        yield from separate
        yield from (Token(Kind.GROUP, piece) for piece in pieces)


def joined(digits: str, marker: str, *, scheme: Scheme) -> str:
    """Return digits and marker as one word.

    >>> joined("234", "k", scheme=Scheme(placement="prefix"))
    'k234'
    """
    return digits + marker if scheme.placement == "suffix" else marker + digits


def split(text: str, *, scheme: Scheme) -> tuple[str, str]:
    """Return the digits and the marker of one word, with the marker on either side.

    >>> split("234k", scheme=Scheme()), split("e112", scheme=Scheme(group_size=1, placement="prefix"))
    (('234', 'k'), ('2', 'e11'))
    """
    marker = text.lstrip(_DIGITS)
    if marker != text:
        return text[: len(text) - len(marker)], marker
    marker = text.rstrip(_DIGITS)
    if marker != POWER:
        return text[len(marker) :], marker
    return _split_power(text, scheme)


def _split_power(text: str, scheme: Scheme) -> tuple[str, str]:
    """Cut a word such as e112 between a power of the scheme and digits of a possible width."""
    first = digits_of(0, scheme=scheme, is_first=True)
    narrowest, widest = (1, 1) if scheme.unit == "digit" else (first.least, scheme.group_size)
    longest = len(str(scheme.integer_digits)) + 1
    cuts = [cut for cut in range(1, longest + 2) if narrowest <= len(text) - cut <= widest]
    markers = [text[:cut] for cut in cuts if scheme.power_of(text[:cut]) is not None]
    in_range = [marker for marker in markers if (scheme.power_of(marker) or 0) < scheme.integer_digits]
    marker = next(iter(in_range or markers), text)
    return text[len(marker) :], marker


def assemble(tokens: Sequence[Token], *, scheme: Scheme, source: str) -> list[Group]:
    """Return the groups of the tokens on one side of the point.

    >>> tokens = list(spell("234", 3, scheme=Scheme(unit="digit")))
    >>> [(group.digits, group.power) for group in assemble(tokens, scheme=Scheme(unit="digit"), source="")]
    [('234', 3)]
    """
    return list(_Assembly(scheme, source).groups(tokens))


@frozen
class _SplitToken:
    """One token of a group, split into its digits and its marker; one of them may be empty."""

    digits: str
    marker: str
    token: Token


@frozen
class _Assembly:
    scheme: Scheme
    source: str

    def groups(self, tokens: Sequence[Token]) -> Iterator[Group]:
        """Cut the tokens into groups: a group ends after its own marker, or before that of the next."""
        pieces = [self._split(token) for token in tokens]
        is_suffix = self.scheme.placement == "suffix"
        run: list[_SplitToken] = []
        for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
            run.append(piece)
            if following is None:
                break
            if is_suffix:
                whole_group = self.scheme.unit == "group" and bool(following.digits)
                ends = bool(piece.marker) or whole_group
            else:
                whole_group = self.scheme.unit == "group" and bool(piece.digits)
                ends = bool(following.marker) or whole_group
            if ends:
                yield self._group(run)
                run = []
        yield from map(self._group, self._last_runs(run))

    def _last_runs(self, run: list[_SplitToken]) -> list[list[_SplitToken]]:
        """Separate the units from the group before them, where only the count of digits shows the border."""
        size = self.scheme.group_size
        if self.scheme.unit == "digit" and self.scheme.placement == "prefix":
            power = self.scheme.power_of(run[0].marker) or 0
            if power > 0 and sum(len(piece.digits) for piece in run) > size:
                return [run[:-size], run[-size:]]
        return [run]

    def _group(self, run: list[_SplitToken]) -> Group:
        marker = run[-1].marker if self.scheme.placement == "suffix" else run[0].marker
        digits = "".join(piece.digits for piece in run)
        first, last = run[0].token, run[-1].token
        if not digits:
            side = "before" if self.scheme.placement == "suffix" else "after"
            raise self._fault("stray-marker", last, f"{quoted(marker)} has no digits {side} it")
        text = " ".join(piece.token.text for piece in run)
        power = self.scheme.power_of(marker) if marker else 0
        span = Span(first.span.start, last.span.end) if first.span and last.span else None
        return Group(digits, power or 0, text, span)

    def _split(self, token: Token) -> _SplitToken:
        """Split one token into digits and marker, as the scheme spells them."""
        text = token.text
        if token.kind is Kind.MARKER:
            bare = text.rstrip(_DIGITS)
            if self.scheme.power_of(text) is None and self.scheme.power_of(bare) is not None:
                raise self._joined_marker(token)
            self._check_marker(text, token)
            if self.scheme.marker == "joined":
                raise self._fault(
                    "separate-marker",
                    token,
                    f"{quoted(text)} is separate: this scheme joins a marker to its digits",
                )
            return _SplitToken("", text, token)
        digits, marker = split(text, scheme=self.scheme)
        right = joined(digits, marker, scheme=self.scheme)
        if marker:
            self._check_marker(marker, token)
            if self.scheme.marker == "separate":
                raise self._joined_marker(token)
            if not digits:
                raise self._fault("stray-marker", token, f"{quoted(text)} has no digits")
            if right != text:
                raise self._fault(
                    "misplaced-marker",
                    token,
                    f"{quoted(text)} has its marker on the wrong side",
                    right,
                )
        if self.scheme.unit == "digit" and len(digits) > 1:
            raise self._fault(
                "joined-digits", token, f"{quoted(text)} has {len(digits)} digits: a token has one"
            )
        return _SplitToken(digits, marker, token)

    def _joined_marker(self, token: Token) -> DecodeError:
        message = f"{quoted(token.text)} joins a marker to its digits: this scheme writes them apart"
        return self._fault("joined-marker", token, message)

    def _check_marker(self, marker: str, token: Token) -> None:
        if self.scheme.power_of(marker) is not None:
            return
        powers = [*self.scheme.integer_powers[:6], *self.scheme.fraction_powers[:6]]
        known = tuple(map(self.scheme.marker_of, powers))
        raise self._fault(
            "unknown-magnitude",
            token,
            f"{quoted(marker)} is not a magnitude of this scheme: expected {either(known)}",
            *known,
        )

    def _fault(self, fault: str, token: Token, message: str, *expected: str) -> DecodeError:
        return DecodeError(message, fault=fault, source=self.source, span=token.span, expected=expected)


def has_suffixes(scheme: Scheme) -> bool:
    """Tell whether markers are joined to the digits before them.

    >>> has_suffixes(Scheme()), has_suffixes(Scheme(placement="prefix"))
    (True, False)
    """
    return scheme.marker == "joined" and scheme.placement == "suffix"


def has_powers(scheme: Scheme) -> bool:
    """Tell whether some magnitudes have no name, and so are written as powers.

    >>> has_powers(Scheme()), has_powers(Scheme(group_size=1))
    (False, True)
    """
    return len(scheme.integer_powers) > len(scheme.magnitudes)
