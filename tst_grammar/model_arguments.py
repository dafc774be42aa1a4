"""The arguments and options of `tst show` and `tst compare`."""

from typing import Any

from tst_grammar.argument_values import about_schemes


def model_definitions() -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Return the flags of each argument or option, and how argparse is to take it."""
    return {
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
        "compared": [
            (
                "--scheme",
                {
                    "dest": "schemes",
                    "action": "append",
                    "default": [],
                    "metavar": "NAME",
                    "help": _about_compared,
                },
            ),
            (
                "--tokenizer",
                {
                    "action": "append",
                    "default": [],
                    "metavar": "FILE",
                    "help": "also compare this tokenizer.json of Hugging Face; may be given several times",
                },
            ),
            (
                "--corpus",
                {
                    "metavar": "FILE",
                    "help": "count the tokens of the numbers in this text, also of .gz or .zst",
                },
            ),
            (
                "--format",
                {"choices": ("text", "markdown", "json", "html"), "default": "text", "help": "default: text"},
            ),
        ],
    }


def _about_compared() -> str:
    return f"a scheme of TST to compare: {about_schemes()}; may be given several times"
