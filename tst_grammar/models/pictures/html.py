"""Writes figures as an HTML page that needs no other file: boxes, and a table of the tokens' meanings."""

from collections.abc import Iterable

from tst_grammar.models.pictures.boxes import Box
from tst_grammar.models.pictures.figure import Column, Figure
from tst_grammar.models.pictures.markup import escaped
from tst_grammar.models.pictures.palette import GRAY, GROUNDS, INKS, hue_of

_STYLE = f"""
:root {{ color-scheme: light dark; --ground: {GROUNDS["light"]}; --ink: {INKS["light"]}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ground: {GROUNDS["dark"]}; --ink: {INKS["dark"]}; }} }}
body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }}
figure {{ margin: 0 0 4rem; }}
h1, h2, h3 {{ text-align: center; margin: 0 0 1rem; }}
h1 {{ font-size: 1.4rem; }}
h2 {{ font-size: 1.2rem; }}
h3 {{ font-size: 1.1rem; margin: 0; }}
.columns {{ display: grid; gap: 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }}
.subtitle {{ font-size: .9rem; margin: 0 0 1rem; text-align: center; }}
.boxes {{ display: flex; flex-wrap: wrap; gap: .6rem; justify-content: center;
  list-style: none; padding: 0; }}
.boxes li {{ text-align: center; font-size: .75rem; line-height: 1.3; }}
.boxes code {{ display: block; width: fit-content; margin: 0 auto .2rem;
  padding: .2rem .6rem; font-size: 1rem; }}
code {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap; }}
table {{ border: 1px dashed {GRAY}; border-collapse: collapse; margin: 1rem auto; font-size: .9rem; }}
caption {{ font-weight: bold; }}
th, td {{ padding: .2rem .8rem; text-align: start; font-weight: normal; }}
thead {{ border-bottom: 1px solid {GRAY}; }}
.conclusion {{ border: 1px solid {GRAY}; border-radius: .5rem; padding: .6rem 1rem; text-align: center; }}
"""


def page(figures: Iterable[Figure]) -> str:
    """Return a page with figures.

    >>> import tst_grammar.models.pictures.figure as model
    >>> "<code>111k</code></th><td>111000</td>" in page([model.figure_of("111111.111")])
    True
    """
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<title>Tokens of numbers</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            "<h1>Tokens of numbers</h1>",
            *map(_figure, figures),
            "</body>",
            "</html>\n",
        )
    )


def box_style(box: Box) -> str:
    """Return the style of a box: a tint and a border, which is dashed below the units and dotted for a mark.

    >>> box_style(Box("1k", "thousands", 1))
    'border:1px solid #2f7dd8;border-radius:3px;background:#2f7dd833'
    """
    line = "dotted" if box.order is None else "dashed" if box.order < 0 else "solid"
    tint = "none" if box.order is None else f"{hue_of(box)}33"
    return f"border:1px {line} {hue_of(box)};border-radius:3px;background:{tint}"


def _figure(figure: Figure) -> str:
    number = f"<code><bdi>{escaped(figure.number)}</bdi></code>"
    return "\n".join(
        (
            "<figure>",
            f"<figcaption><h2>Input number: {number}</h2></figcaption>",
            '<div class="columns">',
            _column(figure.plain),
            _column(figure.tst),
            "</div>",
            f'<p class="conclusion">{escaped(figure.conclusion)}</p>',
            "</figure>",
        )
    )


def _column(column: Column) -> str:
    boxes = (
        f'<li><code style="{box_style(box)}"><bdi>{escaped(box.shown)}</bdi></code>{escaped(box.label)}</li>'
        for box in column.boxes
    )
    return "\n".join(
        (
            "<section>",
            f"<h3>{escaped(column.title)}</h3>",
            f'<p class="subtitle">{escaped(column.subtitle)}</p>',
            '<ul class="boxes" role="list">',
            *boxes,
            "</ul>",
            *_table(column),
            "</section>",
        )
    )


def _table(column: Column) -> list[str]:
    rows = [
        f'<tr><th scope="row"><code>{escaped(row.token)}</code></th><td>{escaped(row.meaning)}</td></tr>'
        for row in column.rows
    ]
    head = f'<tr><th scope="col">Token</th><th scope="col">{escaped(column.heading)}</th></tr>'
    return ["<table>", f"<thead>{head}</thead>", "<tbody>", *rows, "</tbody>", "</table>"] if rows else []
