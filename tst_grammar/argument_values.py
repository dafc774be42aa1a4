"""How the values of arguments are read, and what help says of those that the library lists."""

import re
from argparse import ArgumentTypeError

NO_OPTION = "\0"
"""Goes before an argument such as -5, that argparse would take for an option; no argument can hold it."""


def unmarked(argument: str) -> str:
    """Return an argument as it was given."""
    return argument.removeprefix(NO_OPTION)


def names(argument: str) -> list[str]:
    """Return names that stand with commas between them."""
    return [name.strip() for name in unmarked(argument).split(",") if name.strip()]


def character(argument: str) -> str:
    r"""Return one character, of which a tab is written as \t."""
    return "\t" if argument == r"\t" else unmarked(argument)


def workers(argument: str) -> int:
    """Return a number of processes."""
    text = unmarked(argument)
    if not re.fullmatch("[1-9][0-9]{0,2}", text, re.ASCII):
        raise ArgumentTypeError(f"{text!r} is no whole number from 1 to 999")
    return int(text)


def about_schemes() -> str:
    """Return the presets."""
    from tst_grammar.diagnostics import either  # noqa: PLC0415 -- most commands do without it
    from tst_grammar.scheme import PRESETS  # noqa: PLC0415

    return f"{either((*PRESETS, 'gst-N'))} (default: tst)"


def about_fields() -> str:
    """Return the fields of a scheme, with what each takes."""
    from attrs import fields  # noqa: PLC0415 -- most commands do without it

    from tst_grammar.diagnostics import either  # noqa: PLC0415
    from tst_grammar.scheme import Scheme  # noqa: PLC0415

    kinds = {bool: "true|false", int: "NUMBER", type(None): "NAME,NAME,…"}
    values = [
        f"{field.alias}={'|'.join(field.metadata.get('choices', ())) or kinds[type(field.default)]}"
        for field in fields(Scheme)
    ]
    return f"change a field of the scheme: {either(values)}"


def about_shapes() -> str:
    """Return the shapes that can be left alone."""
    from tst_grammar.text_grammar import shapes  # noqa: PLC0415 -- most commands do without it

    return f"shapes to leave alone, comma-separated (default: all): {', '.join(shapes())}"
