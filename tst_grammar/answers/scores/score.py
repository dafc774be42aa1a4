"""Counts right answers by rule and by size, what is wrong with the others, and how far off they are."""

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from heapq import nlargest
from typing import Any, Final

from attrs import field, frozen

from tst_grammar.answers.answer import Answer, Exact
from tst_grammar.answers.comparison import Value, Verdict, compare
from tst_grammar.answers.extraction import RULES, extract
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of

KINDS: Final = ("exact", "within-tolerance", "wrong", "unreadable", "missing")
EXAMPLES: Final = 20
"""How many of the worst answers a score keeps."""

_FAR: Final = 3


@frozen
class Scored:
    """One output of a model with its answer and the verdict. `line` counts from 1."""

    line: int
    output: str
    answer: Answer | None
    verdict: Verdict


@frozen
class Share:
    """How many answers there are of one sort, and how many of them are right."""

    right: int
    total: int


@frozen
class Score:
    """The result of scoring many outputs.

    >>> score = score_many([("The answer is 42.", 42), ("#### 41", 42), ("No idea.", 42)])
    >>> score.total, score.right, dict(score.kinds)
    (3, 1, {'exact': 1, 'within-tolerance': 0, 'wrong': 1, 'unreadable': 0, 'missing': 1})
    >>> score.by_rule
    {'hash': Share(right=0, total=1), 'phrase': Share(right=1, total=1), 'none': Share(right=0, total=1)}
    """

    total: int
    kinds: dict[str, int]
    by_rule: dict[str, Share]
    by_size: dict[str, Share]
    """The shares by the size of the right value, such as `2 digits`."""
    problems: dict[str, int]
    orders: dict[str, int]
    """How many orders of magnitude the wrong answers are off."""
    leading: dict[int, int]
    """How many digits of the wrong answers of the right size are right, from the left."""
    worst: tuple[Scored, ...] = field(repr=False)
    """The answers that are not right, those that are furthest off first."""
    tst_whole: int = 0
    tst_damaged: dict[str, int] = field(factory=dict)
    """Whole TST numbers in the outputs, and the rules that damaged ones break."""

    @property
    def right(self) -> int:
        """How many answers are exact or within the tolerance."""
        return self.kinds["exact"] + self.kinds["within-tolerance"]


def score_one(
    line: int,
    output: str,
    gold: Value,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    rules: Iterable[str] = RULES,
    **tolerances: Any,  # noqa: ANN401 -- the options of compare
) -> Scored:
    """Extract and compare the answer of one output.

    >>> score_one(1, "#### 41", 42).verdict.kind
    'wrong'
    """
    answer = extract(output, scheme=scheme, locale=locale, rules=rules)
    return Scored(line, output, answer, compare(answer, gold, scheme=scheme, locale=locale, **tolerances))


def score_many(pairs: Iterable[tuple[str, Value]], **options: Any) -> Score:  # noqa: ANN401 -- those of score_one
    """Score pairs of an output and the right answer, with the options of `extract` and `compare`.

    >>> score_many([("about 3.14", "3.14159")], rel_tol="0.001").right
    1
    """
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
        raise TypeError(f"pairs takes pairs of an output and the right answer, not {type(pairs).__name__}")
    scored = (score_one(line, *_checked_pair(pair), **options) for line, pair in enumerate(pairs, 1))
    return score_of(scored, scheme=options.get("scheme", TST))


def _checked_pair(pair: object) -> tuple[str, Value]:
    if not isinstance(pair, tuple | list):
        raise TypeError(f"pairs takes pairs of an output and the right answer, not {type(pair).__name__}")
    if len(pair) != 2:
        given = f"{type(pair).__name__} of length {len(pair)}"
        raise TypeError(f"pairs takes pairs of an output and the right answer, not a {given}")
    return pair[0], pair[1]


def score_of(scored: Iterable[Scored], *, scheme: AnyScheme = TST) -> Score:
    """Return the score of outputs that were compared.

    >>> score_of([score_one(1, "#### 41", 42)]).orders
    {'same': 1}
    """
    from tst_grammar.answers.scores.tst_quality import Quality  # noqa: PLC0415 -- extract needs no linter

    kinds: Counter[str] = Counter()
    rules: Counter[tuple[str, bool]] = Counter()
    sizes: Counter[tuple[int, bool]] = Counter()
    problems: Counter[str] = Counter()
    orders: Counter[int] = Counter()
    leading: Counter[int] = Counter()
    quality = Quality(scheme_of(scheme))
    bad: list[Scored] = []
    for each in scored:
        verdict = each.verdict
        kinds[verdict.kind] += 1
        rules[each.answer.rule if each.answer else "none", verdict.is_right] += 1
        sizes[size_of(verdict.gold), verdict.is_right] += 1
        quality.add(each.output)
        if verdict.problem:
            problems[verdict.problem] += 1
        if verdict.kind == "wrong" and verdict.value is not None:
            orders[orders_off(verdict.value, verdict.gold)] += 1
            if size_of(verdict.value) == size_of(verdict.gold):
                leading[leading_right(verdict.value, verdict.gold)] += 1
        if not verdict.is_right:
            bad.append(each)
            if len(bad) > 50 * EXAMPLES:
                bad = nlargest(EXAMPLES, bad, key=_badness)
    order = [*RULES, "none"]
    return Score(
        sum(kinds.values()),
        {kind: kinds[kind] for kind in KINDS},
        _shares(
            rules, sorted({rule for rule, _ in rules}, key=lambda rule: order.index(rule.partition(":")[0]))
        ),
        {
            _size_name(size): share
            for size, share in _shares(sizes, sorted({size for size, _ in sizes})).items()
        },
        dict(problems.most_common()),
        {_order_name(off): orders[off] for off in sorted(orders)},
        dict(sorted(leading.items())),
        tuple(nlargest(EXAMPLES, bad, key=_badness)),
        quality.whole,
        dict(quality.damaged.most_common()),
    )


def _shares(counts: Counter[Any], keys: Iterable[Any]) -> dict[Any, Share]:
    return {key: Share(counts[key, True], counts[key, True] + counts[key, False]) for key in keys}


def size_of(value: Exact) -> int:
    """Return how many digits the integer of a value has; 0 for values below 1.

    >>> size_of(Decimal("-123.4")), size_of(Fraction(1, 2)), size_of(Decimal(0))
    (3, 0, 0)
    """
    whole = abs(int(value))
    return Decimal(whole).adjusted() + 1 if whole else 0


def _size_name(size: int) -> str:
    return "below 1" if size == 0 else "1 digit" if size == 1 else f"{size} digits"


def orders_off(value: Exact, gold: Exact) -> int:
    """Return by how many powers of ten a value is too large or, negative, too small; at most three.

    >>> orders_off(Decimal(4200), Decimal(42)), orders_off(Decimal(41), Decimal(42))
    (2, 0)
    """
    mine, its = abs(Fraction(value)), abs(Fraction(gold))
    if not mine or not its:
        return (mine > its) * _FAR - (mine < its) * _FAR
    off = 0
    while off < _FAR and mine >= its * 10 ** (off + 1):
        off += 1
    while off > -_FAR and mine * 10 ** (1 - off) <= its:
        off -= 1
    return off


def _order_name(off: int) -> str:
    if off == 0:
        return "same"
    more = " or more" if abs(off) == _FAR else ""
    return f"{abs(off)}{more} too {'large' if off > 0 else 'small'}"


def leading_right(value: Exact, gold: Exact) -> int:
    """Return how many digits of the integer are right, from the left.

    >>> leading_right(Decimal(1234), Decimal(1244))
    2
    """
    count = 0
    for mine, its in zip(str(Decimal(abs(int(value)))), str(Decimal(abs(int(gold)))), strict=False):
        if mine != its:
            break
        count += 1
    return count


def _badness(scored: Scored) -> tuple[int, Fraction, int]:
    """Return how bad an answer is: far off first, then unreadable, then missing; the first lines first."""
    verdict = scored.verdict
    if verdict.value is None or verdict.difference is None:
        return KINDS.index("missing") - KINDS.index(verdict.kind), Fraction(0), -scored.line
    gold = abs(Fraction(verdict.gold))
    return len(KINDS), abs(verdict.difference) / gold if gold else Fraction(10**12), -scored.line
