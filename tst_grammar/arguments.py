"""The arguments and options of the subcommands of `tst`, by the names that the commands list."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

FORMATS = ("full", "concise", "json", "json-lines", "github", "gitlab", "junit", "sarif")
"""The formats in which findings are written, as `tst_grammar.formats` has them."""

_NO_OPTION = "\0"
"""Goes before an argument such as -5, that argparse would take for an option; no argument can hold it."""


def marked(argument: str) -> str:
    """Return an argument such that argparse takes it for an option only if it is one.

    >>> marked("-i"), marked("-5") == f"{_NO_OPTION}-5"
    ('-i', True)
    """
    return re.sub("^-(?!-|[hio]$|$)", f"{_NO_OPTION}-", argument)


def add_argument(parser: ArgumentParser, name: str, *, with_help: bool) -> None:
    """Add what goes by a name to a parser; some help takes time to make."""
    definitions = _definitions()[name]
    group = parser.add_mutually_exclusive_group() if name == "output" else parser
    for flags, keywords in definitions:
        typed = {} if keywords.get("action") == "store_true" else {"type": _unmarked}
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
                    "help": _about_schemes,
                },
            ),
            (
                "--set",
                {
                    "action": "append",
                    "default": [],
                    "metavar": "FIELD=VALUE",
                    "help": _about_fields,
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
                    "type": _names,
                    "metavar": "SHAPE,…",
                    "help": _about_shapes,
                },
            )
        ],
        "separator": [
            (
                "--separator",
                {
                    "type": _character,
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
                    "help": "count numbers by notation, and what was left alone by reason, on standard error",
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
                    "type": _workers,
                    "default": 1,
                    "metavar": "N",
                    "help": "how many processes work on a large file (default: 1); the result is the same",
                },
            )
        ],
        "format": [("--format", {"choices": ("text", "json"), "default": "text", "help": "default: text"})],
        "pictures": [
            ("--svg", {"metavar": "FILE", "help": "write a figure beside plain tokens, as a picture"}),
            ("--html", {"metavar": "FILE", "help": "write a figure beside plain tokens, as a page"}),
            (
                "--tokenizer",
                {
                    "metavar": "FILE",
                    "help": "what makes the plain tokens of a figure: a file tokenizer.json "
                    "(default: three digits at a time)",
                },
            ),
        ],
        "lint_paths": [
            (
                "paths",
                {
                    "nargs": "*",
                    "metavar": "PATH",
                    "help": "a file, a folder, a pattern such as 'docs/**/*.md', or - for standard input, "
                    "which is read if none is given",
                },
            )
        ],
        "lint_scheme": [
            (
                "--scheme",
                {
                    "dest": "preset",
                    "metavar": "NAME",
                    "help": _about_schemes,
                },
            ),
            (
                "--set",
                {
                    "dest": "changes",
                    "action": "append",
                    "default": [],
                    "metavar": "FIELD=VALUE",
                    "help": _about_fields,
                },
            ),
            (
                "--locale",
                {
                    "metavar": "ID",
                    "help": "how plain numbers are written: an id of `tst locales` (default: en)",
                },
            ),
        ],
        "lint": [
            (
                "--output-format",
                {
                    "choices": FORMATS,
                    "default": "full",
                    "help": "default: full",
                },
            ),
            ("--select", {"type": _names, "metavar": "CODE,…", "help": "look for these rules only"}),
            (
                "--ignore",
                {
                    "type": _names,
                    "default": [],
                    "metavar": "CODE,…",
                    "help": "pass over these rules; TST1 stands for all that start so",
                },
            ),
            ("--fix", {"action": "store_true", "help": "mend what is certain, in the files themselves"}),
            (
                "--unsafe-fixes",
                {"action": "store_true", "help": "with --fix or --diff, mend what is not certain too"},
            ),
            ("--diff", {"action": "store_true", "help": "show what --fix would change, and change nothing"}),
            (
                "--against",
                {
                    "metavar": "SOURCE",
                    "help": "the text that was annotated: find numbers that were lost, added or changed",
                },
            ),
            ("--statistics", {"action": "store_true", "help": "count the findings by rule"}),
            ("--exit-zero", {"action": "store_true", "help": "exit with 0 even if something was found"}),
            (
                "--stdin-filename",
                {"metavar": "NAME", "help": "what standard input is called, and whose settings count for it"},
            ),
        ],
        "rules": [
            ("rules", {"nargs": "*", "metavar": "RULE", "help": "a code such as TST107, or a name"}),
            ("--all", {"action": "store_true", "help": "explain all rules"}),
            (
                "--output-format",
                {"choices": ("text", "json"), "default": "text", "help": "default: text"},
            ),
        ],
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


def _unmarked(argument: str) -> str:
    return argument.removeprefix(_NO_OPTION)


def _names(argument: str) -> list[str]:
    return [name.strip() for name in _unmarked(argument).split(",") if name.strip()]


def _character(argument: str) -> str:
    return "\t" if argument == r"\t" else _unmarked(argument)


def _workers(argument: str) -> int:
    text = _unmarked(argument)
    if not re.fullmatch("[1-9][0-9]{0,2}", text, re.ASCII):
        raise ArgumentTypeError(f"{text!r} is no whole number from 1 to 999")
    return int(text)


def _about_schemes() -> str:
    from tst_grammar.diagnostics import either  # noqa: PLC0415 -- most commands do without it
    from tst_grammar.scheme import PRESETS  # noqa: PLC0415

    return f"{either((*PRESETS, 'gst-N'))} (default: tst)"


def _about_fields() -> str:
    from attrs import fields  # noqa: PLC0415 -- most commands do without it

    from tst_grammar.diagnostics import either  # noqa: PLC0415
    from tst_grammar.scheme import Scheme  # noqa: PLC0415

    kinds = {bool: "true|false", int: "NUMBER", type(None): "NAME,NAME,…"}
    values = [
        f"{field.alias}={'|'.join(field.metadata.get('choices', ())) or kinds[type(field.default)]}"
        for field in fields(Scheme)
    ]
    return f"change a field of the scheme: {either(values)}"


def _about_shapes() -> str:
    from tst_grammar.text_grammar import shapes  # noqa: PLC0415 -- most commands do without it

    return f"shapes to leave alone, comma-separated (default: all): {', '.join(shapes())}"
