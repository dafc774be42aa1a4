"""What the subcommands of `tst` do: each is one call into the library for each number."""

import codecs
import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator

from tst_grammar.conversion import encode, tokenize
from tst_grammar.diagnostics import Span
from tst_grammar.errors import AmbiguousNumberError, NotationError, TstGrammarError
from tst_grammar.export import export_grammar
from tst_grammar.locales import find_locale, locale_ids
from tst_grammar.notation import format_number, parse_number
from tst_grammar.number import Number
from tst_grammar.reading import readings
from tst_grammar.syntax import parse_tst
from tst_grammar.vocabulary import Vocabulary

_SAMPLE = Number(sign="-", integer="1234567", fraction="891")


def report(message: str) -> None:
    """Write to standard error, where nothing may be listening."""
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(f"tst: {message}", file=sys.stderr)


def run_encode(options: Namespace) -> int:
    """Write numbers as TST text."""
    return _convert(options.number, lambda text: encode(text, scheme=options.scheme, locale=options.locale))


def run_decode(options: Namespace) -> int:
    """Read TST numbers and write plain ones."""

    def plain(text: str) -> str:
        number = parse_tst(text, scheme=options.scheme).number
        return f"{number.sign}{number.prefix}{abs(number.value):f}{number.suffix}"

    return _convert(options.number, plain)


def run_tokens(options: Namespace) -> int:
    """Show the tokens of numbers."""
    write = _json if options.format == "json" else " ".join
    return _convert(
        options.number, lambda text: write(tokenize(text, scheme=options.scheme, locale=options.locale))
    )


def run_parse(options: Namespace) -> int:
    """Show the parts of numbers; of an ambiguous one, every reading."""
    write = _json if options.format == "json" else _table

    def parts(text: str) -> str:
        try:
            number = parse_number(text, locale=options.locale)
            auto = options.locale == "auto"
            return write(_parts(number, readings(text)[0].style if auto else find_locale(options.locale).id))
        except AmbiguousNumberError as error:
            for reading in error.readings:
                print(write(_parts(reading.number, reading.style)))
            raise

    return _convert(options.number, parts)


def run_locales(options: Namespace) -> int:
    """List the locales, each with a number as it writes it."""
    listed = {name: format_number(_SAMPLE, locale=name) for name in locale_ids()}
    if options.format == "json":
        print(_json(listed))
    else:
        sys.stdout.writelines(f"{name}\t{text}\n" for name, text in listed.items())
    return 0


def run_vocab(options: Namespace) -> int:
    """List every token of a scheme."""
    vocabulary = Vocabulary(options.scheme)
    if options.format == "json":
        parts = {part: getattr(vocabulary, part) for part in ("units", "suffixed", "punctuation")}
        print(_json({"scheme": repr(options.scheme), **parts}))
    else:
        sys.stdout.writelines(f"{token}\n" for token in vocabulary)
    return 0


def run_grammar(options: Namespace) -> int:
    """Write the strict grammar of a scheme."""
    print(export_grammar(options.scheme, options.target), end="")
    return 0


def _convert(arguments: list[str], convert: Callable[[str], str]) -> int:
    """Convert arguments, or lines of standard input, each on its own, and report the bad ones."""
    code = 0
    for place, text in _given(arguments):
        try:
            print(convert(text if isinstance(text, str) else _utf8(text)))
        except TstGrammarError as error:
            sys.stdout.flush()
            report(f"{place}{error}")
            code = 2
    return code


def _given(arguments: list[str]) -> Iterator[tuple[str, str | bytes]]:
    if arguments:
        yield from (("", argument) for argument in arguments)
    else:
        for number, line in enumerate(sys.stdin.buffer, 1):
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            yield f"line {number}: ", text.removesuffix(b"\n").removesuffix(b"\r")


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
