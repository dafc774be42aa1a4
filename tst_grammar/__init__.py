"""Numbers for language models: exact conversion between written numbers and TST."""

from tst_grammar.alignment import AlignedNumber, Alignment, Remark
from tst_grammar.conversion import decode, encode, is_valid, tokenize
from tst_grammar.diagnostics import Span
from tst_grammar.errors import (
    AmbiguousNumberError,
    DecodeError,
    GrammarError,
    LocaleError,
    NotationError,
    OptionError,
    RangeError,
    SchemeError,
    TstGrammarError,
)
from tst_grammar.evidence import Evidence
from tst_grammar.export import export_grammar
from tst_grammar.finding import Found
from tst_grammar.locales import Locale, find_locale, locale_ids
from tst_grammar.notation import format_number, parse_number
from tst_grammar.number import Number
from tst_grammar.reading import Reading
from tst_grammar.scheme import (
    ALGORITHM_1,
    DIGIT_HYBRID,
    OPTION_A,
    OPTION_B,
    PREFIX,
    TERMINATED,
    TST,
    Scheme,
    gst,
)
from tst_grammar.syntax import format_tst, parse_tst
from tst_grammar.text import align, annotate, find_numbers, restore
from tst_grammar.text_grammar import shapes
from tst_grammar.tokens import Kind, Token, TstNumber
from tst_grammar.vocabulary import Vocabulary

__all__ = [
    "ALGORITHM_1",
    "DIGIT_HYBRID",
    "OPTION_A",
    "OPTION_B",
    "PREFIX",
    "TERMINATED",
    "TST",
    "AlignedNumber",
    "Alignment",
    "AmbiguousNumberError",
    "DecodeError",
    "Evidence",
    "Found",
    "GrammarError",
    "Kind",
    "Locale",
    "LocaleError",
    "NotationError",
    "Number",
    "OptionError",
    "RangeError",
    "Reading",
    "Remark",
    "Scheme",
    "SchemeError",
    "Span",
    "Token",
    "TstGrammarError",
    "TstNumber",
    "Vocabulary",
    "align",
    "annotate",
    "decode",
    "encode",
    "export_grammar",
    "find_locale",
    "find_numbers",
    "format_number",
    "format_tst",
    "gst",
    "is_valid",
    "locale_ids",
    "parse_number",
    "parse_tst",
    "restore",
    "shapes",
    "tokenize",
]
