"""Reads the values of arguments, and writes the help that depends on the library."""

from argparse import ArgumentTypeError

NO_OPTION = "\0"
"""Put before an argument such as -5, which argparse would take for an option. No argument can contain it."""

_SHORT_OPTIONS = ("-h", "-i", "-o")


def marked(argument: str) -> str:
    """Mark an argument that begins with a hyphen but is not an option.

    >>> marked("-i"), marked("--help"), marked("-5") == f"{NO_OPTION}-5"
    ('-i', '--help', True)
    """
    is_option = argument.startswith("--") or argument in _SHORT_OPTIONS or argument == "-"
    return f"{NO_OPTION}{argument}" if argument.startswith("-") and not is_option else argument


def unmarked(argument: str) -> str:
    """Return an argument as the user gave it."""
    return argument.removeprefix(NO_OPTION)


def names(argument: str) -> list[str]:
    """Read names separated by commas.

    >>> names("date, time")
    ['date', 'time']
    """
    return [name.strip() for name in unmarked(argument).split(",") if name.strip()]


def character(argument: str) -> str:
    r"""Read one character. A tab may be written as \t."""
    return "\t" if argument == r"\t" else unmarked(argument)


def scheme_setting(argument: str) -> str:
    """Read FIELD=VALUE. The field may be written with hyphens or with underscores.

    >>> scheme_setting("group-size=4")
    'group_size=4'
    """
    field, equals, value = unmarked(argument).partition("=")
    return f"{field.replace('-', '_') if equals else field}{equals}{value}"


def decimals(argument: str) -> int:
    """Read a number of decimals."""
    text = unmarked(argument)
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ArgumentTypeError(f"expected a whole number, not {text!r}")
    return int(text)


def workers(argument: str) -> int:
    """Read a number of processes."""
    from tst_grammar.files.file_options import MOST_WORKERS  # noqa: PLC0415 -- few runs use workers

    text = unmarked(argument)
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= MOST_WORKERS):
        raise ArgumentTypeError(f"expected a whole number from 1 to {MOST_WORKERS}, not {text!r}")
    return int(text)


def megabytes(argument: str) -> int:
    """Read a number of megabytes."""
    text = unmarked(argument)
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise ArgumentTypeError(f"expected a whole number of megabytes, not {text!r}")
    return int(text)


def about_schemes() -> str:
    """Return help for `--scheme`: the registered names."""
    from tst_grammar.diagnostics import either  # noqa: PLC0415 -- only help needs it
    from tst_grammar.language.schemes import NAMES  # noqa: PLC0415

    return f"the TST scheme: {either(NAMES)}, where N is the group size (default: tst)"


def about_compared_schemes() -> str:
    """Return help for the `--scheme` of `tst compare`."""
    return f"{about_schemes()}; repeat the option for more schemes"


def about_fields() -> str:
    """Return help for `--set`: the fields of a scheme and their values."""
    from attrs import fields  # noqa: PLC0415 -- only help needs it

    from tst_grammar.language.scheme import Scheme  # noqa: PLC0415

    kinds = {bool: "true|false", int: "NUMBER", type(None): "NAME,NAME,…"}
    values = [
        f"{field.alias}={'|'.join(field.metadata.get('choices', ())) or kinds[type(field.default)]}"
        for field in fields(Scheme)
    ]
    return f"change one field of the scheme; repeat the option for more fields: {', '.join(values)}"


def about_shapes() -> str:
    """Return help for `--skip`: the shapes of text that can be left alone."""
    from tst_grammar.text.text_grammar import shapes  # noqa: PLC0415 -- only help needs it

    return (
        "leave alone only text of these shapes, separated by commas, and look for numbers in the others "
        f"(default: all of {', '.join(shapes())})"
    )
