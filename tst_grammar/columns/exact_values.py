"""Reads columns of TST numbers as columns of exact values."""

from typing import Any, Literal

from tst_grammar.arrow_columns import Column, arrow, text_chunks
from tst_grammar.errors import OptionError
from tst_grammar.language.conversion import decode_many
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.rows import Rejects

_PRECISION = 38
"""The digits of a decimal of 128 bits."""


def decode(
    column: Column,
    *,
    scheme: AnyScheme = TST,
    errors: Literal["raise", "null"] = "raise",
    rejects: Rejects | None = None,
) -> Any:
    """Return the exact value of each TST number of a column, with the options of `tst_grammar.decode_many`.

    The result is an Arrow array of decimals with 38 digits, of which as many are decimals as the scheme has.

    >>> decode(["1k 234. 500p", None]).to_pylist()
    [Decimal('1234.500000000000000'), None]
    """
    pa, chosen = arrow(), scheme_of(scheme)
    most = chosen.integer_digits + chosen.fraction_digits
    if most > _PRECISION:
        raise OptionError(
            f"the numbers of this scheme can have {most} digits, but a column of decimals holds {_PRECISION}:"
            " use decode_many",
            fault="column",
        )
    texts = [text for chunk in text_chunks(column) for text in chunk.to_pylist()]
    values = decode_many(texts, scheme=chosen, errors=errors, rejects=rejects)
    return pa.array(values, pa.decimal128(_PRECISION, chosen.fraction_digits))
