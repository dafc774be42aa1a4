"""Decides whether reports have colours, and colours their text."""

import os
from collections.abc import Callable
from typing import Final, TextIO

Painter = Callable[[str, str], str]
"""Colours a text: takes the text and the name of a look."""

_LOOKS: Final = {
    "error": "1;31",  # bold red
    "warning": "1;33",  # bold yellow
    "frame": "1;34",  # bold blue
    "help": "1;36",  # bold cyan
    "path": "1",  # bold
}


def takes_colors(output: TextIO | None) -> bool:
    """Tell whether an output is a terminal on which the user wants colours."""
    is_terminal = output is not None and output.isatty()
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painter(*, color: bool) -> Painter:
    r"""Return a painter, which leaves texts plain unless `color`.

    >>> painter(color=True)("12", "path"), painter(color=False)("12", "path")
    ('\x1b[1m12\x1b[0m', '12')
    """
    return _painted if color else _plain


def _painted(text: str, look: str) -> str:
    return f"\x1b[{_LOOKS[look]}m{text}\x1b[0m"


def _plain(text: str, look: str) -> str:  # noqa: ARG001 -- it has the signature of a `Painter`
    return text
