"""The content of a figure of a number: what its plain tokens can mean, and what its TST tokens mean."""

from attrs import frozen

from tst_grammar.language.codec import to_tokens
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, name_of, scheme_of
from tst_grammar.models.pictures.boxes import Box, boxes_of
from tst_grammar.models.pictures.plain_tokens import Cutter, chunks, meanings
from tst_grammar.notation.written import parse_number

_PLAIN = "A plain token leaves its magnitude to be guessed."


@frozen
class Row:
    """A token and its meaning.

    >>> Row("111k", "111000").token
    '111k'
    """

    token: str
    meaning: str


@frozen
class Column:
    """One way to cut the number: its title, its boxes, and the meanings of its tokens.

    >>> Column("TST", "tst", (), "Each token means", ()).title
    'TST'
    """

    title: str
    subtitle: str
    boxes: tuple[Box, ...]
    heading: str
    rows: tuple[Row, ...]


@frozen
class Figure:
    """A number as it was written, the two ways to cut it, and the conclusion.

    >>> figure_of("111111.111").tst.rows[0]
    Row(token='111k', meaning='111000')
    """

    number: str
    plain: Column
    tst: Column
    conclusion: str

    @property
    def description(self) -> str:
        """Everything that the figure shows, in words.

        >>> print(figure_of("5.5").description)
        Plain tokenization: 5 (?), ., 5 (?)
        A token can mean: 5: 5, 5000, 0.5, …
        TST tokenization: 5 (units), . (point), 500p (thousandths)
        Each token means: 5: 5; 500p: 0.500
        A plain token leaves its magnitude to be guessed. Every TST token with digits has one exact value.
        """
        parts = []
        for column in (self.plain, self.tst):
            named = (f"{box.shown} ({box.label})" if box.label else box.shown for box in column.boxes)
            parts.append(f"{column.title}: {', '.join(named)}")
            if column.rows:
                meant = "; ".join(f"{row.token}: {row.meaning}" for row in column.rows)
                parts.append(f"{column.heading}: {meant}")
        return "\n".join((*parts, self.conclusion))


def figure_of(
    number: str, *, scheme: AnyScheme = TST, locale: str = "en", cut: Cutter = chunks, cut_by: str = ""
) -> Figure:
    """Return the figure of a number. `cut` returns its plain tokens, and `cut_by` describes how.

    >>> [row.meaning for row in figure_of("111111.111").plain.rows]
    ['111, 111000, 0.111, …']
    """
    chosen = scheme_of(scheme)
    boxes = boxes_of(to_tokens(parse_number(number, locale=locale), scheme=chosen), scheme=chosen)
    plain_boxes = tuple(Box(token, "?" if meanings(token) else "") for token in cut(number))
    return Figure(
        number,
        Column(
            "Plain tokenization",
            cut_by or "three digits at a time, from the left",
            plain_boxes,
            "A token can mean",
            _rows([Row(box.shown, meanings(box.text)) for box in plain_boxes]),
        ),
        Column(
            "TST tokenization",
            _name(chosen),
            boxes,
            "Each token means",
            _rows([Row(box.shown, box.meaning) for box in boxes]),
        ),
        _conclusion(boxes),
    )


def _rows(rows: list[Row]) -> tuple[Row, ...]:
    return tuple(dict.fromkeys(row for row in rows if row.meaning))


def _name(scheme: Scheme) -> str:
    name = name_of(scheme)
    return f"scheme {name}" if name else repr(scheme)


def _conclusion(boxes: tuple[Box, ...]) -> str:
    """Say how many tokens with digits have one exact value."""
    digits = [box for box in boxes if box.share is not None]
    certain = sum(box.value is not None for box in digits)
    if certain == len(digits):
        return f"{_PLAIN} Every TST token with digits has one exact value."
    return f"{_PLAIN} Here markers give it: {certain} of {len(digits)} tokens with digits have a value alone."
