"""Reads the command line. Only the command that was named gets a parser; unknown names get a suggestion."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import NoReturn

from tst_grammar.cli.argument_values import NO_OPTION, marked, unmarked
from tst_grammar.cli.arguments import ARGUMENTS, add_arguments
from tst_grammar.cli.command_table import COMMANDS, Command
from tst_grammar.cli.user_messages import report


def parse(given: Sequence[str]) -> argparse.Namespace:
    """Read a command line, or exit with help or with an error.

    >>> options = parse(["encode", "-5"])
    >>> options.function, options.number
    ('number_commands.run_encode', ['-5'])
    """
    name, *rest = given or [""]
    command = COMMANDS.get(name)
    if command is None:
        _explain(given)
    parser = _parser(command, with_help=bool({"-h", "--help"} & {*rest}))
    options, unknown = parser.parse_known_args([marked(text) for text in rest])
    if unknown:
        flags = (flag for each in command.takes.split() for flag in " ".join(ARGUMENTS[each]).split())
        parser.error(_unknown(unknown, ["--help", *flags], f"`{parser.prog} --help` lists the options"))
    return options


def _explain(given: Sequence[str]) -> NoReturn:
    """Answer a command line that does not begin with a command."""
    parser = _overview()
    options, unknown = parser.parse_known_args([marked(text) for text in given])
    if named := next((text for text in given if text in COMMANDS), None):
        parser.error(f"the command comes first: tst {named} {given[0]} …")
    if unknown:
        parser.error(_unknown(unknown, ("--help", "--version"), "`tst --help` lists the commands"))
    if not options.command:
        parser.error("name a command: `tst --help` lists them")
    wrong = unmarked(options.command[0])
    parser.error(f"no command {wrong!r}: {_hint(wrong, COMMANDS, '`tst --help` lists the commands')}")


def _unknown(unknown: Sequence[str], known: Iterable[str], help_line: str) -> str:
    option = next((text.partition("=")[0] for text in unknown if text.startswith("-")), None)
    if option is None:
        return f"unexpected argument {unmarked(unknown[0])!r}: {help_line}"
    return f"no option {option}: {_hint(option, known, help_line)}"


def _hint(wrong: str, known: Iterable[str], help_line: str) -> str:
    from tst_grammar.diagnostics import nearest  # noqa: PLC0415 -- only a mistake needs it

    near = nearest(wrong, known)
    return f"did you mean {near[0]}?" if near else help_line


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors like the rest of `tst`."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and exit with 2."""
        report(message.replace(NO_OPTION, ""))
        sys.exit(2)


class _Version(argparse.Action):
    """Shows the version, and which engine is in use."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 -- it is slow, and seldom needed

        from tst_grammar.errors import TstGrammarError  # noqa: PLC0415

        try:
            from tst_grammar.automata import engine  # noqa: PLC0415
        except TstGrammarError as error:
            parser.error(str(error))
        runner = {"native": "native kernel", "python": "plain Python", "lark": "Lark"}[engine.NAME]
        sys.stdout.write(f"tst-grammar {version('tst-grammar')}, {runner}\n")
        parser.exit()


def _parser(command: Command, *, with_help: bool) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=f"tst {command.name}",
        description=command.description,
        epilog="\n  ".join(("examples:", *command.examples)),
        formatter_class=argparse.RawDescriptionHelpFormatter if with_help else _plain_formatter,
    )
    parser.set_defaults(command=command.name, function=command.function)
    for name in command.takes.split():
        add_arguments(parser, name, with_help=with_help)
    return parser


def _plain_formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter for a parser that shows no help. With a width, argparse need not import shutil."""
    return argparse.HelpFormatter(prog, width=80)


def _overview() -> argparse.ArgumentParser:
    """Return the parser for a command line without a known command: it helps, or says what is wrong."""
    width = max(map(len, COMMANDS))
    listed = (f"  {command.name:{width}}  {command.about}" for command in COMMANDS.values())
    parser = _Parser(
        prog="tst",
        usage="tst [-h] [--version] COMMAND ...",
        description="Convert numbers to Triadic Suffix Tokenization (TST) and back, exactly.",
        epilog="\n".join(
            (
                "commands:",
                *listed,
                "",
                "`tst COMMAND --help` explains a command, with examples.",
                "exit codes: 0 success, 1 findings, 2 an error in usage or input, 130/141/143 interrupted",
            )
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and the engine")
    parser.add_argument("command", nargs="*", help=argparse.SUPPRESS)
    return parser
