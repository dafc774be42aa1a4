"""Writes the page about the evidence and its figures from the committed results."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean

from experiments.arms import ARMS, REFERENCE
from experiments.cells import Cells
from experiments.figures import drawn_curves, drawn_means
from experiments.hypotheses import number_token_loss, spread_in_words, stability, trunk_sizes
from experiments.plan import CORE, PARTS, SUBSETS
from experiments.results import ROOT, Result, committed, read_results
from experiments.tables import differences, in_words, means, other_metrics, points, table

PAGE = "docs/explanation/evidence.md"
_SIZES = ("size-small", "comparison", "size-large")
_ELSEWHERE = ("size-", "ntl")
"""The parts that the section about hypotheses shows."""
_WITH_NUMBERS = ("addition", "notation")
_TEMPLATE = ROOT / "experiments" / "page.md"
_LARGER = {"examples": 20, "width": 4}
"""How many times as much a larger study of addition costs: for more examples, and for a wider model."""


def write_page() -> None:
    """Write the page and its figures."""
    for name, text in pages(committed()).items():
        (ROOT / name).write_text(text, encoding="utf-8")


def checksum(paths: Iterable[Path]) -> str:
    """Return the parts of the page that change with the results."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def pages(paths: Sequence[Path]) -> dict[str, str]:
    """Return the texts of the page and of its figures, by their paths below the root."""
    results = list(read_results(paths))
    cells = {name: Cells(part, results) for name, part in PARTS.items()}
    sections = {
        "shown": _shown(cells),
        "models": _models(results),
        "parts": _parts(cells.values()),
        "hypotheses": _hypotheses(cells),
        "left_out": _left_out(cells.values(), results),
        "larger": _larger(cells["addition"]),
        "source": _source(results, paths),
    }
    page = _TEMPLATE.read_text(encoding="utf-8")
    for name, lines in sections.items():
        page = page.replace(f"{{{{{name}}}}}", "\n".join(lines).strip())
    return {PAGE: page, **{name: text for each in cells.values() for name, text in _figures(each).items()}}


def _shown(cells: dict[str, Cells]) -> Iterator[str]:
    """Yield the findings of the headline in words, as the tests give them."""
    for each in cells.values():
        if each.part.headline:
            yield f"**{each.part.title}**\n"
            compared = each.against_digits()
            yield from in_words(each, compared) if compared else ["- left out: the time ended before it"]
            yield ""
    controls = cells["comparison"].against_controls()
    if controls:
        yield "**Do the markers matter, or only the form of the sequence?** Each scheme beside the same"
        yield "sequence with one mark instead of every marker, in comparison:\n"
        for item in controls:
            with_markers = f"{points(item.difference.mean)} points with the markers"
            yield f"- {ARMS[item.arm].title}, *{item.group}*: {item.verdict} ({with_markers})."
        yield ""


def _models(results: Sequence[Result]) -> Iterator[str]:
    cpu = sum(each["cpu_seconds"] for each in results)
    trunk = {each["trunk_parameters"] for each in results if each["part"] == "comparison"}
    revisions = ", ".join(f"`{each}`" for each in sorted({each["revision"] for each in results}))
    sizes = " or ".join(f"{each:,}" for each in sorted(trunk))
    yield f"The {len(results)} runs took {cpu / 3600:.1f} hours of CPU time on one core of a machine that"
    yield f"other programs used too. The trunk of the comparison has {sizes} parameters. The code was that"
    yield f"of the git revision {revisions}, and the packages had the versions of `constraints.txt`.\n"


def _parts(all_cells: Iterable[Cells]) -> Iterator[str]:
    for cells in all_cells:
        if cells.arms and cells.part.tests and not cells.part.name.startswith(_ELSEWHERE):
            yield from _part(cells)
    yield from _exploratory(all_cells)


def _part(cells: Cells) -> Iterator[str]:
    part = cells.part
    yield f"## {part.title}\n"
    examples = f"{part.settings.steps * part.settings.batch:,}"
    equal = "for single digits, and for each arm as many as cost the same trunk FLOPs."
    each = equal if part.settings.equal == "flops" else "for each model."
    yield f"{_seeds(cells)} {examples} examples of training {each}"
    yield "Exact match in percent, with the 95% interval over seeds.\n"
    if part.headline:
        yield f"![Means and intervals of each arm]({_figure(cells, 'means')})\n"
    yield from means(cells)
    yield ""
    if part.task in _WITH_NUMBERS:
        yield "Digit match and log-sMAPE, both from 0 to 1:\n"
        yield from other_metrics(cells)
        yield ""
    if part.headline:
        yield f"![Learning curves of the group {cells.group_names()[0]}]({_figure(cells, 'curves')})\n"
    compared = cells.against_digits()
    if compared:
        yield f"Difference from {ARMS[REFERENCE].title} in percentage points:\n"
        yield from differences(compared)
        yield ""
    controls = cells.against_controls()
    if controls:
        yield "Each scheme minus its control, in percentage points:\n"
        yield from differences(controls)
        yield ""


def _seeds(cells: Cells) -> str:
    left = [ARMS[arm].title for arm in cells.part.arms if not cells.is_complete(arm)]
    said = f"{len(cells.part.seeds)} seeds."
    return f"{said} Left out, because the time ended: {', '.join(left)}." if left else said


def _figures(cells: Cells) -> dict[str, str]:
    """Return the figures of a part of the headline, by their paths."""
    arms = [arm for arm in cells.arms if not ARMS[arm].scaled]
    if not cells.part.headline or not arms:
        return {}
    groups = cells.group_names()
    rows = {ARMS[arm].title: {group: cells.interval(arm, group) for group in groups} for arm in arms}
    curves = {
        ARMS[arm].title: [
            (points[0][0], fmean(share for _, _, share in points))
            for points in zip(*(run["curve"] for run in cells.runs(arm)), strict=True)
        ]
        for arm in CORE
        if arm in arms
    }
    ours = [ARMS[arm].title for arm in arms if ARMS[arm].scheme]
    title = cells.part.title
    folder = Path(PAGE).parent
    return {
        f"{folder}/{_figure(cells, 'means')}": drawn_means(f"{title}: exact match", rows, ours),
        f"{folder}/{_figure(cells, 'curves')}": drawn_curves(f"{title}: {groups[0]}, by examples", curves),
    }


def _figure(cells: Cells, kind: str) -> str:
    return f"evidence-{cells.part.name}-{kind}.svg"


def _exploratory(all_cells: Iterable[Cells]) -> Iterator[str]:
    found = [cells for cells in all_cells if not cells.part.tests and cells.arms]
    if found:
        yield "## Exploratory tasks\n"
        yield "One seed, no tests: these figures are hints and nothing more.\n"
        for cells in found:
            yield f"### {cells.part.title}\n"
            yield from means(cells)
            yield ""


def _hypotheses(cells: dict[str, Cells]) -> Iterator[str]:
    yield "### Stable convergence\n"
    for name in ("comparison", "addition"):
        if cells[name].arms:
            yield f"{cells[name].part.title}: {spread_in_words(cells[name])}\n"
            yield from stability(cells[name])
            yield ""
    yield "### Together with Number Token Loss\n"
    if cells["ntl"].arms:
        yield from number_token_loss(cells["addition"], cells["ntl"])
    else:
        yield "Not measured: the time ended before these runs. The code runs them: `--subset ntl`."
    yield "\n### N = 1 for small models\n"
    complete = {name: cells[name] for name in _SIZES if {"gst-1", "option-b"} <= {*cells[name].arms}}
    if len(complete) == len(_SIZES):
        yield from trunk_sizes(complete)
    else:
        yield "The size of the trunk was not varied: the time ended before these runs. The code runs"
        yield "them: `--subset size-small` and `--subset size-large`. In the one trunk that was trained, the"
        yield "tables above compare N = 1, 2 and 3."
    yield ""


def _left_out(all_cells: Iterable[Cells], results: Sequence[Result]) -> Iterator[str]:
    known: dict[str, list[float]] = {}
    for each in results:
        known.setdefault(each["task"], []).append(each["cpu_seconds"])
    everywhere = fmean([each["cpu_seconds"] for each in results] or [0.0])
    rows = []
    for cells in all_cells:
        planned = len(cells.part.arms) * len(cells.part.seeds)
        missing = cells.missing()
        cost = missing * fmean(known.get(cells.part.task, [everywhere])) / 60
        rows.append(
            (cells.part.title, str(planned), str(planned - missing), f"{cost:.0f} min" if missing else "–")
        )
    yield from table(("part", "planned runs", "done", "CPU for the rest"), rows)
    done = sum(int(row[2]) for row in rows)
    yield f"\n{done} of {len(SUBSETS['all'])} planned runs were done.\n"


def _larger(addition: Cells) -> Iterator[str]:
    """Yield an estimate for operands of one to eight digits."""
    if addition.arms:
        seconds = fmean(addition.mean(arm, "cpu_seconds") for arm in addition.arms)
        runs = len(ARMS) * len(addition.part.seeds)
        hours = seconds * _LARGER["examples"] * _LARGER["width"] * runs / 3600
        wider, more = _LARGER["width"], _LARGER["examples"]
        yield f"A rough estimate: one run of addition takes {seconds:.0f} seconds of one core here."
        yield f"Operands of 1 to 8 digits would need a width of 64, which costs about {wider} times as much,"
        yield f"and perhaps {more} times as many examples. For {len(ARMS)} arms and five seeds these are"
        yield f"{hours:.0f} hours of one core for addition alone. A study of language models would continue"
        yield "the pretraining of a model on an annotated corpus, once for each of a few schemes. That needs"
        yield "graphics cards, and is not estimated here."


def _source(results: Sequence[Result], paths: Iterable[Path]) -> Iterator[str]:
    yield f"*Drawn from {len(results)} runs by `python -m experiments draw`. Checksum of the results:"
    yield f"`{checksum(paths)}`.*"
