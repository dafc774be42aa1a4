"""Encodes what the command line is asked to most, at once: without loading the rest of the package."""

import json
import zlib
from argparse import Namespace
from pathlib import Path

from tst_grammar import kernels, tables
from tst_grammar.grammar_files import folder

_LOCALE = "en"


def index() -> Path:
    """Return the file that tells which schemes there is a shortcut for."""
    return tables.shipped() / "shortcut.json"


def fingerprint() -> int:
    """Return a number that changes with the grammars, so that a changed one is not passed by."""
    files = (folder() / f"{name}.lark" for name in ("number", "terminals"))
    return zlib.crc32(b"".join(file.read_bytes() for file in files))


def encoded(options: Namespace) -> list[str] | None:
    """Return the numbers of a call of `tst encode` as TST, if all are good and nothing is unusual.

    >>> encoded(Namespace(number=["1234.5"], scheme="tst", set=[], locale="en"))
    ['1k 234. 500p']
    """
    if not options.number or options.set or options.locale != _LOCALE or not kernels.is_available():
        return None
    try:
        known = json.loads(index().read_text(encoding="utf-8"))
        if options.scheme not in known["schemes"] or fingerprint() != known["grammars"]:
            return None
        writer = kernels.writer_of(kernels.Templates(*known["schemes"][options.scheme]))
        table = tables.unpack((tables.shipped() / f"number-{_LOCALE}.dfa").read_bytes())
        kernel = kernels.kernel_of(table)
    except (OSError, *tables.DAMAGE):
        return None
    written = [kernel.encode(text, writer) for text in options.number]
    good = [text for text in written if text is not None]
    return good if len(good) == len(written) else None
