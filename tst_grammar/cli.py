"""The command `tst`: each subcommand is one call into the library."""

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import Any

from attrs import evolve, fields

from tst_grammar.conversion import decode, encode, tokenize
from tst_grammar.diagnostics import Span, either
from tst_grammar.errors import NotationError, SchemeError, TstGrammarError
from tst_grammar.export import export_grammar
from tst_grammar.scheme import PRESETS, Scheme, find_scheme
from tst_grammar.vocabulary import Vocabulary

_IS_NUMBER = "\0"
"""Goes before an argument such as -5, that argparse would take for an option; no argument can hold it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    >>> main(["encode", "1234567.89", "-0.5"])
    1m 234k 567. 890p
    -0. 500p
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args([re.sub(r"^-(?![-a-z]|$)", rf"{_IS_NUMBER}-", text) for text in given])
    try:
        code: int = options.run(options, _scheme(options.scheme, options.set))
        sys.stdout.flush()
    except TstGrammarError as error:
        print(f"tst: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tst",
        description="Convert numbers to Triadic Suffix Tokenization (TST) and back, exactly.",
        epilog="exit codes: 0 fine, 1 findings, 2 a usage or input error",
    )
    parser.add_argument("--version", action="version", version=f"tst-grammar {version('tst-grammar')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Callable[..., int], about: str, *examples: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog="\n  ".join(("examples:", *examples)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        command.add_argument(
            "--scheme", default="tst", metavar="NAME", help=f"{either((*PRESETS, 'gst-N'))} (default: tst)"
        )
        command.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="FIELD=VALUE",
            help=f"change a field of the scheme: {either([field.alias or '' for field in fields(Scheme)])}",
        )
        return command

    def add_numbers(command: argparse.ArgumentParser, what: str) -> None:
        command.add_argument(
            "number",
            nargs="*",
            metavar="NUMBER",
            type=lambda text: text.removeprefix(_IS_NUMBER),
            help=f"{what}; none: one a line from standard input",
        )

    def add_locale(command: argparse.ArgumentParser) -> None:
        command.add_argument(
            "--locale", default="en", metavar="ID", help="how the numbers are written (default: en)"
        )

    def add_format(command: argparse.ArgumentParser) -> None:
        command.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")

    command = add(
        "encode",
        _encode,
        "write numbers as TST text",
        "tst encode 1234567.89 -0.5",
        "tst encode --scheme gst-1 1234567",
        "tst encode --set group_size=4 --set fill=all 1234567",
        "tst encode < numbers.txt",
    )
    add_numbers(command, "a number as people write it")
    add_locale(command)
    command = add(
        "decode",
        _decode,
        "read TST numbers and write plain ones",
        "tst decode '1m 234k 567. 890p'",
        "printf '1m 234k 567\\n' | tst decode",
        "tst decode --scheme option-a '1 m 234 k 567'",
    )
    add_numbers(command, "one TST number, quoted")
    command = add(
        "tokens",
        _tokens,
        "show the tokens of numbers",
        "tst tokens 1234567.89",
        "tst tokens --format json '$12,345.67'",
    )
    add_numbers(command, "a number as people write it")
    add_locale(command)
    add_format(command)
    command = add(
        "vocab",
        _vocab,
        "list every token of a scheme",
        "tst vocab --scheme option-b",
        "tst vocab --scheme gst-1 --format json",
    )
    add_format(command)
    command = add(
        "grammar",
        _grammar,
        "write the strict grammar of a scheme",
        "tst grammar > tst.lark",
        "tst grammar --scheme option-a",
    )
    command.add_argument("--target", choices=("lark",), default="lark", help="(default: lark)")
    return parser


def _encode(options: argparse.Namespace, scheme: Scheme) -> int:
    return _convert(options.number, lambda text: encode(text, scheme=scheme, locale=options.locale))


def _decode(options: argparse.Namespace, scheme: Scheme) -> int:
    return _convert(options.number, lambda text: f"{decode(text, scheme=scheme):f}")


def _tokens(options: argparse.Namespace, scheme: Scheme) -> int:
    write = _json if options.format == "json" else " ".join
    return _convert(options.number, lambda text: write(tokenize(text, scheme=scheme, locale=options.locale)))


def _vocab(options: argparse.Namespace, scheme: Scheme) -> int:
    vocabulary = Vocabulary(scheme)
    if options.format == "json":
        parts = {part: getattr(vocabulary, part) for part in ("units", "suffixed", "punctuation")}
        print(_json({"scheme": repr(scheme), **parts}))
    else:
        sys.stdout.writelines(f"{token}\n" for token in vocabulary)
    return 0


def _grammar(options: argparse.Namespace, scheme: Scheme) -> int:
    print(export_grammar(scheme, options.target), end="")
    return 0


def _convert(arguments: list[str], convert: Callable[[str], str]) -> int:
    """Convert arguments, or lines of standard input, each on its own, and report the bad ones."""
    code = 0
    for place, text in _given(arguments):
        try:
            print(convert(text if isinstance(text, str) else _utf8(text)))
        except TstGrammarError as error:
            sys.stdout.flush()
            print(f"tst: {place}{error}", file=sys.stderr)
            code = 2
    return code


def _given(arguments: list[str]) -> Iterator[tuple[str, str | bytes]]:
    if arguments:
        yield from (("", argument) for argument in arguments)
    else:
        for number, line in enumerate(sys.stdin.buffer, 1):
            yield f"line {number}: ", line.removesuffix(b"\n").removesuffix(b"\r")


def _utf8(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        start = len(line[: error.start].decode())
        raise NotationError(
            f"byte {error.start + 1} is not UTF-8",
            fault="not-utf-8",
            source=line.decode(errors="surrogateescape"),
            span=Span(start, start + 1),
        ) from None


def _scheme(name: str, settings: list[str]) -> Scheme:
    changes: dict[str, Any] = dict(map(_setting, settings))
    return evolve(find_scheme(name), **changes)


def _setting(text: str) -> tuple[str, object]:
    """Read FIELD=VALUE, the value as the field takes it."""
    name, equals, value = text.partition("=")
    defaults = {field.alias or field.name: field.default for field in fields(Scheme)}
    if not equals or name not in defaults:
        raise SchemeError(
            f"--set takes FIELD=VALUE with a field of {either(tuple(defaults))}, not {text!r}",
            fault="unknown-field",
            expected=tuple(defaults),
        )
    if isinstance(defaults[name], bool):
        if value not in ("true", "false"):
            raise SchemeError(f"{name} must be true or false, not {value!r}", fault="scheme-value")
        return name, value == "true"
    if isinstance(defaults[name], int):
        if not re.fullmatch("[0-9]{1,9}", value):
            raise SchemeError(f"{name} must be a whole number, not {value!r}", fault="scheme-value")
        return name, int(value)
    return name, tuple(value.split(",")) if name == "magnitudes" else value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
