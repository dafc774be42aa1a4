"""The commands for single numbers: `encode`, `decode`, `tokens` and `parse`."""

import codecs
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tst_grammar.cli.standard_input import announce_keyboard
from tst_grammar.cli.user_messages import report
from tst_grammar.diagnostics import Span
from tst_grammar.errors import AmbiguousNumberError, NotationError, TstGrammarError
from tst_grammar.language.conversion import decode_plain, encode, tokenize
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.reading import readings
from tst_grammar.notation.written import parse_number


def run_encode(options: Namespace) -> int:
    """Convert numbers to TST."""
    return _convert(options.number, lambda text: encode(text, **_options(options)))


def run_decode(options: Namespace) -> int:
    """Convert TST numbers to plain numbers."""
    return _convert(options.number, lambda text: decode_plain(text, scheme=options.scheme))


def run_tokens(options: Namespace) -> int:
    """Show the tokens of numbers."""
    write = _json if options.format == "json" else " ".join
    return _convert(options.number, lambda text: write(tokenize(text, **_options(options))))


def run_parse(options: Namespace) -> int:
    """Show the parts of numbers. For an ambiguous number, show every reading."""
    write = _json if options.format == "json" else _table

    def parts(text: str) -> str:
        try:
            number = parse_number(text, locale=options.locale, lenient=options.lenient)
            auto = options.locale == "auto"
            style = next((each.style for each in readings(text.strip())), "auto") if auto else None
            return write(_parts(number, style or find_locale(options.locale).id))
        except AmbiguousNumberError as error:
            for reading in error.readings:
                print(write(_parts(reading.number, reading.style)))
            raise

    return _convert(options.number, parts)


def _options(options: Namespace) -> dict[str, Any]:
    names = ("scheme", "locale", "places", "lenient")
    return {name: getattr(options, name) for name in names}


def _convert(arguments: list[str], convert: Callable[[str], str]) -> int:
    return for_each(arguments, lambda text: print(convert(text)))


def for_each(arguments: list[str], act: Callable[[str], None]) -> int:
    """Call a function for each argument, or for each line of standard input, and report errors."""
    code = 0
    for place, text in given(arguments):
        try:
            act(text())
        except TstGrammarError as error:
            sys.stdout.flush()
            report(f"{place}{error}")
            code = 2
    return code


def given(arguments: list[str]) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield each argument, or each line of standard input: its place, and a function that returns the text.

    >>> [(place, text()) for place, text in given(["5", "-7"])]
    [('', '5'), ('', '-7')]
    """
    if arguments:
        yield from (("", partial(str, argument)) for argument in arguments)
    else:
        announce_keyboard("numbers, one on each line,")
        for number, line in enumerate(sys.stdin.buffer, 1):
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            yield f"line {number}: ", partial(_utf8, text.removesuffix(b"\n").removesuffix(b"\r"))


def _utf8(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        start = len(line[: error.start].decode())
        raise NotationError(
            f"byte {error.start + 1} is not UTF-8",
            fault="not-utf-8",
            source=line.decode(errors="backslashreplace"),
            span=Span(start, start + len(r"\xff")),
        ) from None


def _parts(number: Number, style: str) -> dict[str, object]:
    names = ("sign", "integer", "fraction", "exponent", "prefix", "suffix")
    return {
        "text": number.source,
        "value": str(number.value),
        **{name: getattr(number, name) for name in names},
        "style": style,
    }


def _table(parts: dict[str, object]) -> str:
    return "".join(f"{name:10}{part}".rstrip() + "\n" for name, part in parts.items())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
