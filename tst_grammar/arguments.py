"""The arguments and options of the subcommands of `tst`, by the names that the commands list."""

import re
from argparse import ArgumentParser
from typing import Any

from tst_grammar.argument_values import (
    NO_OPTION,
    about_fields,
    about_schemes,
    about_shapes,
    character,
    names,
    unmarked,
    workers,
)
from tst_grammar.lint_arguments import lint_definitions
from tst_grammar.model_arguments import model_definitions


def marked(argument: str) -> str:
    """Return an argument such that argparse takes it for an option only if it is one.

    >>> marked("-i"), marked("-5") == f"{NO_OPTION}-5"
    ('-i', True)
    """
    return re.sub("^-(?!-|[hio]$|$)", f"{NO_OPTION}-", argument)


def add_argument(parser: ArgumentParser, name: str, *, with_help: bool) -> None:
    """Add what goes by a name to a parser; some help takes time to make."""
    definitions = (_definitions() | lint_definitions() | model_definitions())[name]
    group = parser.add_mutually_exclusive_group() if name == "output" else parser
    for flags, keywords in definitions:
        typed = {} if keywords.get("action") == "store_true" else {"type": unmarked}
        about = keywords["help"]
        keywords["help"] = (about() if with_help else None) if callable(about) else about
        group.add_argument(*flags.split(), **{**typed, **keywords})


def _definitions() -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Return the flags of each argument or option, and how argparse is to take it."""
    many = "; if none is given, one per line is read from standard input"
    return {
        "number": [
            ("number", {"nargs": "*", "metavar": "NUMBER", "help": f"a number as people write it{many}"})
        ],
        "tst": [("number", {"nargs": "*", "metavar": "NUMBER", "help": f"one TST number, quoted{many}"})],
        "paths": [
            (
                "paths",
                {
                    "nargs": "*",
                    "metavar": "PATH",
                    "help": "a file, also of .gz or .zst, or - for standard input, "
                    "which is read if none is given",
                },
            )
        ],
        "locale": [
            (
                "--locale",
                {
                    "default": "en",
                    "metavar": "ID",
                    "help": "how the numbers are written: an id of `tst locales`, or auto (default: en)",
                },
            )
        ],
        "form": [
            (
                "--locale",
                {
                    "metavar": "ID",
                    "help": "write numbers as a locale does: an id of `tst locales` (default: plain digits)",
                },
            )
        ],
        "scheme": [
            (
                "--scheme",
                {
                    "default": "tst",
                    "metavar": "NAME",
                    "help": about_schemes,
                },
            ),
            (
                "--set",
                {
                    "action": "append",
                    "default": [],
                    "metavar": "FIELD=VALUE",
                    "help": about_fields,
                },
            ),
        ],
        "delimiters": [
            (
                "--delimiters",
                {
                    "nargs": 2,
                    "metavar": ("OPEN", "CLOSE"),
                    "help": "what stands before and after each number, so that it is found again for certain",
                },
            )
        ],
        "skip": [
            (
                "--skip",
                {
                    "type": names,
                    "metavar": "SHAPE,…",
                    "help": about_shapes,
                },
            )
        ],
        "separator": [
            (
                "--separator",
                {
                    "type": character,
                    "default": "",
                    "metavar": "CHARACTER",
                    "help": r"a character that only separates numbers, such as , or \t",
                },
            )
        ],
        "output": [
            (
                "--output -o",
                {
                    "metavar": "PATH",
                    "help": "write to this file, whole or not at all (default: standard output)",
                },
            ),
            ("--in-place -i", {"action": "store_true", "help": "change the files themselves"}),
        ],
        "stats": [
            (
                "--stats",
                {
                    "action": "store_true",
                    "help": "count numbers by notation and what was left alone by reason, on standard error; "
                    "many times slower",
                },
            )
        ],
        "field": [
            (
                "--field",
                {
                    "action": "append",
                    "default": [],
                    "metavar": "NAME",
                    "help": "change only the strings of this field in lines of JSON, as messages.content; "
                    "may be given several times",
                },
            )
        ],
        "workers": [
            (
                "--workers",
                {
                    "type": workers,
                    "default": 1,
                    "metavar": "N",
                    "help": "how many processes work on a large file (default: 1); the result is the same",
                },
            )
        ],
        "format": [("--format", {"choices": ("text", "json"), "default": "text", "help": "default: text"})],
        "target": [
            (
                "--target",
                {
                    "choices": ("lark", "llguidance", "gbnf", "regex"),
                    "default": "lark",
                    "help": "the notation to write it in (default: lark)",
                },
            )
        ],
    }
