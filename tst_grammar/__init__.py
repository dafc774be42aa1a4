"""Numbers for language models: exact conversion between written numbers and TST."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tst_grammar.alignment import AlignedNumber, Alignment, Remark
    from tst_grammar.conversion import decode, encode, is_valid, tokenize
    from tst_grammar.diagnostics import Diagnostic, Fix, Severity, Span
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
    from tst_grammar.linting import fix, lint
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
    from tst_grammar.validator import Validator, validate
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
    "Diagnostic",
    "Evidence",
    "Fix",
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
    "Severity",
    "Span",
    "Token",
    "TstGrammarError",
    "TstNumber",
    "Validator",
    "Vocabulary",
    "align",
    "annotate",
    "decode",
    "encode",
    "export_grammar",
    "find_locale",
    "find_numbers",
    "fix",
    "format_number",
    "format_tst",
    "gst",
    "is_valid",
    "lint",
    "locale_ids",
    "parse_number",
    "parse_tst",
    "restore",
    "shapes",
    "tokenize",
    "validate",
]

_MODULES = {
    "alignment": ("AlignedNumber", "Alignment", "Remark"),
    "conversion": ("decode", "encode", "is_valid", "tokenize"),
    "diagnostics": ("Diagnostic", "Fix", "Severity", "Span"),
    "errors": (
        "AmbiguousNumberError",
        "DecodeError",
        "GrammarError",
        "LocaleError",
        "NotationError",
        "OptionError",
        "RangeError",
        "SchemeError",
        "TstGrammarError",
    ),
    "evidence": ("Evidence",),
    "export": ("export_grammar",),
    "finding": ("Found",),
    "linting": ("fix", "lint"),
    "locales": ("Locale", "find_locale", "locale_ids"),
    "notation": ("format_number", "parse_number"),
    "number": ("Number",),
    "reading": ("Reading",),
    "scheme": (
        "ALGORITHM_1",
        "DIGIT_HYBRID",
        "OPTION_A",
        "OPTION_B",
        "PREFIX",
        "TERMINATED",
        "TST",
        "Scheme",
        "gst",
    ),
    "syntax": ("format_tst", "parse_tst"),
    "text": ("align", "annotate", "find_numbers", "restore"),
    "text_grammar": ("shapes",),
    "tokens": ("Kind", "Token", "TstNumber"),
    "validator": ("Validator", "validate"),
    "vocabulary": ("Vocabulary",),
}
"""Where the public names are defined; a module is imported when one of its names is first used."""

_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
