"""The command `tst`: its arguments and options, and its exit code."""

import argparse
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import NamedTuple

from tst_grammar.arguments import add_argument, marked
from tst_grammar.reporting import report
from tst_grammar.shortcut import encoded


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
    if sys.stdin is None or sys.stdout is None:
        report("standard input or output is closed")
        return 2
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser(given).parse_args([marked(text) for text in given])
    quick = encoded(options) if options.run == _ENCODE else None
    try:
        if quick is None:
            code = _run(options)
        else:
            sys.stdout.writelines(f"{text}\n" for text in quick)
            code = 0
        sys.stdout.flush()
    except BrokenPipeError:
        _close_output()
        return 0
    except OSError as error:
        _close_output()
        report(f"cannot write: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _run(options: argparse.Namespace) -> int:
    from tst_grammar.errors import TstGrammarError  # noqa: PLC0415 -- a call for help needs none of this
    from tst_grammar.scheme import find_scheme  # noqa: PLC0415

    try:
        if "scheme" in options:
            options.scheme = find_scheme(options.scheme, options.set)
        with _terminable():
            return _function(options.run)(options)
    except TstGrammarError as error:
        report(str(error))
        return 2


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let a request to end the process clean up as Ctrl-C does, unless something else handles it."""
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if is_ours:
        signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def _close_output() -> None:
    """Send what Python would still flush at its exit nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Command(NamedTuple):
    name: str
    run: str
    about: str
    takes: str
    examples: tuple[str, ...]


_ENCODE = "commands.run_encode"

_COMMANDS = (
    _Command(
        "encode",
        _ENCODE,
        "write numbers as TST text",
        "number locale scheme",
        (
            "tst encode 1234567.89 -0.5",
            "tst encode --locale de '1.234.567,89 €'",
            "tst encode --scheme gst-1 1234567",
            "tst encode --set group_size=4 --set fill=all 1234567",
            "tst encode < numbers.txt",
        ),
    ),
    _Command(
        "decode",
        "commands.run_decode",
        "read TST numbers and write plain ones",
        "tst scheme",
        (
            "tst decode '1m 234k 567. 890p'",
            "printf '1m 234k 567\\n' | tst decode",
            "tst decode --scheme option-a '1 m 234 k 567'",
        ),
    ),
    _Command(
        "tokens",
        "commands.run_tokens",
        "show the tokens of numbers",
        "number locale scheme format",
        ("tst tokens 1234567.89", "tst tokens --format json '$12,345.67'"),
    ),
    _Command(
        "show",
        "show_command.run_show",
        "draw the tokens of numbers as boxes",
        "number locale scheme pictures",
        (
            "tst show 1234567.89",
            "tst show --scheme option-a 111111.111 --svg figure.svg",
            "tst show --tokenizer tokenizer.json 111111.111 9.11 --html figures.html",
        ),
    ),
    _Command(
        "parse",
        "commands.run_parse",
        "show the parts of numbers as people write them",
        "number locale format",
        (
            "tst parse --locale de 1.234.567,89",
            "tst parse --locale auto 1,234",
            "tst parse --format json '-$1,234.50'",
        ),
    ),
    _Command(
        "annotate",
        "text_commands.run_annotate",
        "write the numbers of running text as TST",
        "paths locale scheme delimiters skip separator field output workers stats",
        (
            "tst annotate < report.txt",
            "tst annotate --delimiters '<n>' '</n>' notes.md --output annotated.md",
            "tst annotate --locale de --in-place *.txt",
            "tst annotate --separator , --stats table.csv > annotated.csv",
            "tst annotate --field messages.content --workers 4 chats.jsonl.gz -o annotated.jsonl.zst",
        ),
    ),
    _Command(
        "restore",
        "text_commands.run_restore",
        "write the TST numbers of running text as plain ones",
        "paths form scheme delimiters field output workers",
        ("tst restore < annotated.txt", "tst restore --locale de --delimiters '<n>' '</n>' annotated.md"),
    ),
    _Command(
        "find",
        "text_commands.run_find",
        "list the numbers of running text with line, column and value",
        "paths locale skip separator format",
        ("tst find report.txt", "tst find --format json --locale auto < report.txt"),
    ),
    _Command(
        "lint",
        "lint_commands.run_lint",
        "find what is wrong with annotated text, and mend it",
        "lint_paths lint_scheme delimiters field lint",
        (
            "tst lint docs README.md",
            "tst annotate < report.txt | tst lint",
            "tst lint --diff notes.md",
            "tst lint --fix --select TST1,TST2 notes.md",
            "tst lint --against report.txt annotated.txt",
            "tst lint --field text --output-format sarif data.jsonl > findings.sarif",
        ),
    ),
    _Command(
        "rule",
        "lint_commands.run_rule",
        "explain the rules of the linter",
        "rules",
        ("tst rule TST107", "tst rule short-group", "tst rule --all --output-format json"),
    ),
    _Command(
        "compare",
        "baseline_commands.run_compare",
        "compare TST with other ways to write numbers as tokens",
        "number locale compared",
        (
            "tst compare 111111.111 9.11 9.9",
            "tst compare --scheme tst --scheme option-a --scheme gst-1 1234567",
            "tst compare --corpus report.txt --tokenizer gpt2/tokenizer.json --format markdown",
        ),
    ),
    _Command(
        "locales",
        "listing.run_locales",
        "list the locales, each with a number as it is written there",
        "format",
        ("tst locales", "tst locales | grep ^de"),
    ),
    _Command(
        "vocab",
        "listing.run_vocab",
        "list every token of a scheme",
        "scheme format",
        ("tst vocab --scheme option-b", "tst vocab --scheme gst-1 --format json"),
    ),
    _Command(
        "grammar",
        "listing.run_grammar",
        "write the strict grammar of a scheme",
        "scheme target",
        ("tst grammar > tst.lark", "tst grammar --scheme option-a"),
    ),
)


def _function(name: str) -> Callable[[argparse.Namespace], int]:
    """Return the function of a command, whose module is imported only now."""
    module, function = name.split(".")
    run: Callable[[argparse.Namespace], int] = getattr(import_module(f"tst_grammar.{module}"), function)
    return run


class _Version(argparse.Action):
    """Tells the version, and what runs the tables."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 -- it is slow, and seldom needed

        from tst_grammar.runners import NATIVE  # noqa: PLC0415

        runner = "native kernel" if NATIVE else "plain Python"
        sys.stdout.write(f"tst-grammar {version('tst-grammar')}, {runner}\n")
        parser.exit()


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command line; only a command that is named in it gets its arguments."""
    parser = argparse.ArgumentParser(
        prog="tst",
        description="Convert numbers to Triadic Suffix Tokenization (TST) and back, exactly.",
        epilog="exit codes: 0 fine, 1 findings, 2 an error in usage or input, 130 or 143 interrupted",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version and what runs the tables"
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        subparser = subparsers.add_parser(
            command.name,
            help=command.about,
            description=f"{command.about[0].upper()}{command.about[1:]}.",
            epilog="\n  ".join(("examples:", *command.examples)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        subparser.set_defaults(run=command.run)
        for argument in command.takes.split() if command.name in given else ():
            add_argument(subparser, argument, with_help=bool({"-h", "--help"} & {*given}))
    return parser
