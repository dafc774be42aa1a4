"""Reads the data files of cases. A file's name is its scheme, or the fault that each of its cases has."""

import json
from pathlib import Path
from urllib.parse import unquote

from tst_grammar import Scheme
from tst_grammar.language.schemes import find_scheme

DATA = Path(__file__).parent / "data"


def scheme_of(name: str) -> Scheme:
    """Return the scheme of a name such as `prefix+group_size=1+fill=all`, where `%E4%B8%87` means `万`."""
    preset, *settings = unquote(name).split("+")
    return find_scheme(preset, settings)


def cases(folder: str) -> list[tuple[str, list[str]]]:
    """Return each line of a folder's files as columns, with the file's name; in quotes a column is JSON."""
    return [
        (path.stem, [json.loads(column) if column.startswith('"') else column for column in line.split("\t")])
        for path in sorted((DATA / folder).glob("*.tsv"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
