"""Writes a comparison as text, Markdown, JSON or an HTML page."""

import json
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from tst_grammar.baselines.comparison_tables import Cell, Table, tables_of
from tst_grammar.baselines.side_by_side import Comparison
from tst_grammar.baselines.sweep import Sweep, sweep_table
from tst_grammar.baselines.sweep_chart import svg_chart, text_chart
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.diagnostics import columns, visible

_STYLE = """
:root { color-scheme: light dark; }
body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; line-height: 1.6; margin-bottom: 2rem; width: 100%; }
th, td { border-bottom: 1px solid #8888; padding: 0.25rem 1rem 0.25rem 0; text-align: left; }
code { border: 1px solid; border-radius: 0.2rem; display: inline-block; margin: 1px; padding: 0 0.3rem; }
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Numbers as tokens</title>
<style>{style}</style>
</head>
<body>
<h1>Numbers as tokens</h1>
{body}
</body>
</html>
"""


def as_text(comparison: Comparison) -> str:
    """Write a comparison in columns for a terminal.

    >>> from tst_grammar.baselines import BASELINES
    >>> from tst_grammar.baselines.side_by_side import compare, compare_number
    >>> digits = [BASELINES["digit-level"]]
    >>> print(as_text(compare(digits, [compare_number("-42", digits)])), end="")
    -42
      scheme       count  tokens
      digit-level  3      - 4 2
    <BLANKLINE>
    properties
      scheme       digits survive  zeros survive  magnitude  one value per token  length
      digit-level  yes             yes            implicit   no                   long
    """
    return "\n".join(map(_text_table, tables_of(comparison)))


def as_markdown(comparison: Comparison) -> str:
    """Write a comparison as Markdown tables."""
    return "\n".join(map(_markdown_table, tables_of(comparison)))


def as_json(comparison: Comparison) -> str:
    """Write a comparison as a JSON object."""
    return json.dumps(comparison.data(), ensure_ascii=False, indent=2) + "\n"


def as_html(comparison: Comparison) -> str:
    """Write a comparison as an HTML page that needs no other file."""
    return _PAGE.format(style=_STYLE, body="\n".join(map(_html_table, tables_of(comparison))))


FORMATS: Final[dict[str, Callable[[Comparison], str]]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": as_json,
    "html": as_html,
}
"""The function for each format."""


def _sweep_text(sweep: Sweep) -> str:
    return f"{_text_table(sweep_table(sweep))}\n{text_chart(sweep)}"


def _sweep_markdown(sweep: Sweep) -> str:
    return f"{_markdown_table(sweep_table(sweep))}\n```text\n{text_chart(sweep)}```\n"


def _sweep_json(sweep: Sweep) -> str:
    return json.dumps(sweep.data(), ensure_ascii=False, indent=2) + "\n"


def _sweep_html(sweep: Sweep) -> str:
    return _PAGE.format(style=_STYLE, body=f"{_html_table(sweep_table(sweep))}\n{svg_chart(sweep)}")


SWEEP_FORMATS: Final[dict[str, Callable[[Sweep], str]]] = {
    "text": _sweep_text,
    "markdown": _sweep_markdown,
    "json": _sweep_json,
    "html": _sweep_html,
}
"""The function for each format of a sweep."""


def _text_table(table: Table) -> str:
    lines = [table.head, *(tuple(visible(str(cell)) for cell in row) for row in table.rows)]
    widths = [max(map(columns, column)) for column in zip(*lines, strict=True)]
    shown = (_padded(line, widths) for line in lines)
    return "".join([f"{visible(table.title)}\n", *(f"  {line}\n" for line in shown)])


def _padded(cells: Sequence[str], widths: Sequence[int]) -> str:
    pairs = zip(cells, widths, strict=True)
    return "  ".join(cell + " " * (width - columns(cell)) for cell, width in pairs).rstrip()


def _markdown_table(table: Table) -> str:
    rule = ["---"] * len(table.head)
    rows = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    lines = (f"| {' | '.join(line)} |\n" for line in (table.head, rule, *rows))
    return "".join([f"### {_markdown(table.title)}\n\n", *lines])


def _markdown_cell(cell: Cell) -> str:
    if isinstance(cell, Encoded):
        return " ".join([*map(_markdown_code, cell.tokens), *cell.remark])
    return _markdown(cell)


def _markdown(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|&~])", r"\\\1", visible(text))


def _markdown_code(token: str) -> str:
    """Write a token as code. The fence has more backticks than the token, and bars are escaped."""
    fence = "`" * (max(map(len, re.findall("`+", token)), default=0) + 1)
    space = " " if "`" in token else ""
    return f"{fence}{space}{visible(token)}{space}{fence}".replace("|", r"\|")


def _html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(f"<tr>{''.join(map(_html_cell, row))}</tr>\n" for row in table.rows)
    return f"<h2>{escape(visible(table.title))}</h2>\n<div><table>\n<tr>{head}</tr>\n{rows}</table></div>"


def _html_cell(cell: Cell) -> str:
    if isinstance(cell, Encoded):
        tokens = (f"<code>{escape(visible(token))}</code>" for token in cell.tokens)
        return f"<td>{' '.join((*tokens, *cell.remark))}</td>"
    return f"<td>{escape(visible(cell))}</td>"
