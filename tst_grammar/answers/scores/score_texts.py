"""Writes a score as text for people, and as JSON."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from tst_grammar.answers.scores.score import Score, Scored
from tst_grammar.diagnostics import quoted, visible


def problem_line(scored: Scored, name: str) -> str:
    """Return one line about an answer that is not right.

    >>> from tst_grammar.answers.scores.score import score_one
    >>> print(problem_line(score_one(3, "#### 41", 42), "outputs.jsonl"))
    outputs.jsonl:3: wrong: '41' (hash), expected 42
    """
    verdict, answer = scored.verdict, scored.answer
    why = f"{verdict.kind}, {verdict.problem}" if verdict.problem else verdict.kind
    found = f"{quoted(answer.raw)} ({answer.rule})" if answer else "no number"
    return f"{visible(name)}:{scored.line}: {why}: {found}, expected {shown(verdict.gold)}"


def shown(value: object) -> str:
    """Return a value as a text that is not too long to read.

    >>> shown(42), len(shown("7" * 100))
    ('42', 41)
    """
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def summary(score: Score) -> Iterator[str]:
    """Yield the lines that sum up a score.

    >>> from tst_grammar.answers.scores.score import score_many
    >>> print(next(summary(score_many([("#### 42", 42), ("#### 41", 42)]))))
    1 of 2 right (50.0%): 1 exact, 1 wrong
    """
    kinds = ", ".join(f"{count} {kind}" for kind, count in score.kinds.items() if count)
    yield f"{score.right} of {score.total} right ({percent(score.right, score.total)}): {kinds or 'no lines'}"
    for title, shares in (("rule", score.by_rule), ("size of the right answer", score.by_size)):
        if shares:
            parts = (f"{name} {share.right}/{share.total}" for name, share in shares.items())
            yield f"by {title}: {', '.join(parts)}"
    for title, counts in (("problems", score.problems), ("orders of magnitude off", score.orders)):
        if counts:
            yield f"{title}: {', '.join(f'{name} {count}' for name, count in counts.items())}"
    if score.tst_whole or score.tst_damaged:
        damaged = sum(score.tst_damaged.values())
        rules = "".join(f", {name} {count}" for name, count in score.tst_damaged.items())
        share = percent(score.tst_whole, score.tst_whole + damaged)
        yield f"TST numbers: {share} of {score.tst_whole + damaged} valid{rules}"


def percent(part: int, whole: int) -> str:
    """Return a share in percent with one decimal, rounded down.

    >>> percent(2, 3), percent(0, 0)
    ('66.6%', '0.0%')
    """
    tenths = part * 1000 // whole if whole else 0
    return f"{tenths // 10}.{tenths % 10}%"


def as_json(score: Score) -> str:
    """Return a score as JSON. Values are texts, so that no digit is lost.

    >>> from tst_grammar.answers.scores.score import score_many
    >>> json.loads(as_json(score_many([("#### 42", 42)])))["right"]
    1
    """
    whole: dict[str, Any] = {
        "total": score.total,
        "right": score.right,
        "kinds": score.kinds,
        "by_rule": {name: [share.right, share.total] for name, share in score.by_rule.items()},
        "by_size": {name: [share.right, share.total] for name, share in score.by_size.items()},
        "problems": score.problems,
        "orders": score.orders,
        "leading_digits_right": score.leading,
        "tst": {"valid": score.tst_whole, "damaged": score.tst_damaged},
        "worst": [_example(each) for each in score.worst],
    }
    return json.dumps(whole, ensure_ascii=False)


def _example(scored: Scored) -> dict[str, Any]:
    answer, verdict = scored.answer, scored.verdict
    return {
        "line": scored.line,
        "kind": verdict.kind,
        "problem": verdict.problem,
        "gold": str(verdict.gold),
        "value": None if verdict.value is None else str(verdict.value),
        "raw": answer and answer.raw,
        "rule": answer and answer.rule,
        "start": answer and answer.start,
        "end": answer and answer.end,
    }
