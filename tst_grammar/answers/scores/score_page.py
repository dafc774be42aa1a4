"""Writes a score as an HTML page that needs no other file and runs no scripts."""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from tst_grammar.answers.scores.score import Score, Scored
from tst_grammar.answers.scores.score_texts import percent, shown
from tst_grammar.diagnostics import Span, underlined, visible

_STYLE: Final = """
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1b1f24; --soft: #59616b; --line: #d0d5db;
  --bar: #2f7dd8; --rest: #e4e8ed; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181d; --ink: #e8eaed; --soft: #a3abb6;
  --line: #3a4049; --bar: #5b9dec; --rest: #2a2f37; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .2rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .4rem; }
p { margin: 0 0 .6rem; }
.note { color: var(--soft); }
.columns { display: grid; gap: 0 3rem;
  grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .6rem .15rem 0; text-align: start; font-weight: normal; vertical-align: middle; }
th { white-space: nowrap; width: 10rem; }
.count { text-align: end; white-space: nowrap; width: 7rem; }
progress { appearance: none; width: 100%; height: .8rem; border: 0; background: var(--rest); display: block; }
progress::-webkit-progress-bar { background: var(--rest); }
progress::-webkit-progress-value { background: var(--bar); }
progress::-moz-progress-bar { background: var(--bar); }
pre { margin: .2rem 0 1rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .4rem;
  font: .9rem/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-x: auto; }
h3 { font-size: 1rem; margin: 1rem 0 0; font-weight: normal; }
"""

_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


def score_page(score: Score, title: str) -> str:
    """Return a page about a score. All text of a model is escaped, and control characters are spelled out.

    >>> from tst_grammar.answers.scores.score import score_many
    >>> page = score_page(score_many([("<script>#### 41", 42)]), "outputs.jsonl")
    >>> "<script" in page, "&lt;script&gt;#### 41" in page
    (False, True)
    """
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Score of {_text(title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{percent(score.right, score.total)} right</h1>",
            f'<p class="note">{score.right} of {score.total} answers in {_text(title)}</p>',
            '<div class="columns">',
            *_sections(score),
            "</div>",
            *_examples(score.worst),
            "</body>",
            "</html>\n",
        )
    )


def _sections(score: Score) -> Iterator[str]:
    yield from _bars("Verdicts", ((name, count, score.total) for name, count in score.kinds.items()))
    shares = (("Right, by rule", score.by_rule), ("Right, by size of the right answer", score.by_size))
    for title, by in shares:
        yield from _bars(title, ((name, share.right, share.total) for name, share in by.items()))
    counts: tuple[tuple[str, dict[str, int]], ...] = (
        ("Problems of unreadable answers", score.problems),
        ("Orders of magnitude off, of wrong answers", score.orders),
        ("Digits right from the left, at the right size", {str(key): n for key, n in score.leading.items()}),
    )
    for title, counted in counts:
        whole = sum(counted.values())
        yield from _bars(title, ((name, count, whole) for name, count in counted.items()))
    if score.tst_whole or score.tst_damaged:
        numbers = {"valid": score.tst_whole} | score.tst_damaged
        whole = sum(numbers.values())
        yield from _bars("TST numbers", ((name, count, whole) for name, count in numbers.items()))


def _bars(title: str, rows: Iterable[tuple[str, int, int]]) -> Iterator[str]:
    listed = list(rows)
    if listed:
        yield f"<section>\n<h2>{title}</h2>\n<table>"
        for name, part, whole in listed:
            bar = f'<progress value="{part}" max="{max(whole, 1)}">{percent(part, whole)}</progress>'
            count = f'<td class="count">{part} of {whole}</td>'
            yield f'<tr><th scope="row">{_text(name)}</th><td>{bar}</td>{count}</tr>'
        yield "</table>\n</section>"


def _examples(worst: Iterable[Scored]) -> Iterator[str]:
    listed = list(worst)
    if listed:
        yield "<h2>The answers furthest off</h2>"
    for each in listed:
        verdict, answer = each.verdict, each.answer
        why = f"{verdict.kind}, {verdict.problem}" if verdict.problem else verdict.kind
        read = (
            f", read {shown(verdict.value)} by the rule {answer.rule}"
            if answer and verdict.value is not None
            else ""
        )
        yield f"<h3>Line {each.line}: {_text(why)}{_text(read)}, expected {_text(shown(verdict.gold))}</h3>"
        yield f"<pre>{escape(_excerpt(each))}</pre>"


def _excerpt(scored: Scored) -> str:
    """Return the part of an output around its answer, with a caret below it."""
    answer = scored.answer
    if answer is None:
        return visible(scored.output[-200:]) or "(empty)"
    return underlined(scored.output, Span(answer.start, max(answer.end, answer.start)))


def _text(text: str) -> str:
    return escape(visible(text))
