"""The arguments and options of `tst lint` and `tst rule`."""

from typing import Any

from tst_grammar.argument_values import about_fields, about_schemes, names

FORMATS = ("full", "concise", "json", "json-lines", "github", "gitlab", "junit", "sarif")
"""The formats in which findings are written, as `tst_grammar.formats` has them."""


def lint_definitions() -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Return the flags of each argument or option, and how argparse is to take it."""
    return {
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
                    "help": about_schemes,
                },
            ),
            (
                "--set",
                {
                    "dest": "changes",
                    "action": "append",
                    "default": [],
                    "metavar": "FIELD=VALUE",
                    "help": about_fields,
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
            ("--select", {"type": names, "metavar": "CODE,…", "help": "look for these rules only"}),
            (
                "--ignore",
                {
                    "type": names,
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
    }
