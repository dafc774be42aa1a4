"""What the playground asks of the package. Requests and replies are JSON, so that workers can send them."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from inspect import getdoc
from itertools import islice
from pathlib import Path
from typing import Any, cast

from attrs import fields
from bpe import Bpe
from equivalents import equivalent

import tst_grammar as tst
from tst_grammar.baselines import BASELINES, Tokenization, TstTokenization
from tst_grammar.baselines.external_tokenizer import ExternalTokenizer
from tst_grammar.baselines.side_by_side import compare_number
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.language.schemes import SCHEMES, with_settings
from tst_grammar.models.pictures.boxes import Box, boxes_of
from tst_grammar.models.pictures.palette import hue_of
from tst_grammar.rules import find_rule

Json = dict[str, Any]

MOST_ROWS = 100
MOST_CHARACTERS = 20_000
MOST_FINDINGS = 200
MOST_TOKENS = 400
"""How much the page shows: numbers, characters with marks, findings, and tokens of a stream."""


def reply(request: str) -> str:
    """Answer a request: the name of a function and its arguments. An error of ours is an answer too."""
    asked = json.loads(request)
    try:
        found = FUNCTIONS[asked["function"]](**asked["arguments"])
    except tst.TstGrammarError as error:
        found = {"error": _error(error)}
    return json.dumps(found)


def describe() -> Json:
    """Return the choices of the controls: the fields of a scheme, the presets, and the locales."""
    about = dict(re.findall(r"^`(\w+)`: (.*)$", getdoc(tst.Scheme) or "", re.MULTILINE))
    about["integer_digits"] = "the most digits before the point."
    about["fraction_digits"] = "the most digits after the point."
    about["magnitudes"] += " Only groups of three digits have names by default."
    return {
        "fields": [{**each, "about": about[each["name"]]} for each in map(_field, fields(tst.Scheme))],
        "presets": [
            {"name": " / ".join(names), "settings": settings_of(scheme)}
            for scheme, names in _names_by_scheme().items()
        ],
        "locales": ["auto", *tst.locale_ids()],
        "version": tst.__version__,
    }


def numbers(text: str, *, reads: str = "numbers", scheme: Json, locale: str = "en") -> Json:
    """Write each line of a text as TST, or read it as TST, and compare it with other tokenizations."""
    chosen = _scheme(scheme)
    tokenizations = [TstTokenization("TST", chosen), *BASELINES.values(), _bpe()]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = [_row(line, reads, chosen, locale, tokenizations) for line in lines[:MOST_ROWS]]
    return {"rows": rows, "more": len(lines) - len(rows)}


def annotated(  # noqa: PLR0913 -- the options of running text
    text: str,
    *,
    to: str = "tst",
    exact: str = "no",
    delimiters: list[str] | None = None,
    scheme: Json,
    locale: str = "en",
) -> Json:
    """Convert a text, and return its parts: text, numbers, and what was left alone with the reason."""
    pair = _pair(delimiters)
    chosen = _scheme(scheme)
    if to == "plain":
        written_in = None if locale in ("auto", "en") else locale
        result = tst.restore(text, scheme=chosen, locale=written_in, delimiters=pair)
        nodes = tst.parse_text(text[:MOST_CHARACTERS], scheme=chosen, delimiters=pair)
        return {"result": result, "segments": list(map(_node, nodes)), **_extent(text), "counts": []}
    annotator = tst.Annotator(scheme=chosen, locale=locale, delimiters=pair, exact=_EXACT[exact])
    alignment = annotator.align(text)
    return {
        "result": alignment.text,
        "segments": list(_segments(text[:MOST_CHARACTERS], alignment)),
        **_extent(text),
        "counts": _counts(alignment),
    }


def linted(
    text: str, *, delimiters: list[str] | None = None, plain: bool = False, scheme: Json, locale: str = "en"
) -> Json:
    """Return the mistakes in an annotated text, the text in parts, and the text with fixes applied."""
    options: Json = {"scheme": _scheme(scheme), "locale": locale, "delimiters": _pair(delimiters)}
    options["select"] = ["ALL"] if plain else ["TST"]
    found = tst.lint(text, **options)
    shown = found[:MOST_FINDINGS]
    return {
        "findings": [_finding(each, text) for each in shown],
        "more": len(found) - len(shown),
        "segments": list(_marked(text[:MOST_CHARACTERS], shown)),
        **_extent(text),
        "fixed": tst.fix(text, **options),
        "all_fixed": tst.fix(text, unsafe=True, **options),
    }


def streamed(text: str, *, scheme: Json) -> Json:
    """Play a text token by token: what a validator says of each, and what may come next."""
    validator = tst.Validator(_scheme(scheme))
    steps = [{"token": "", "problem": None, "next": str(validator.expected()), "complete": True}]
    tokens = _TOKEN.findall(text)
    for token in tokens[:MOST_TOKENS]:
        found = validator.feed(token)
        steps.append(
            {
                "token": token,
                "problem": found.message if found else None,
                "next": str(validator.expected()),
                "complete": validator.is_complete,
            }
        )
    end = validator.close() if len(tokens) <= MOST_TOKENS else None
    return {"steps": steps, "end": end.message if end else None, "more": max(0, len(tokens) - MOST_TOKENS)}


def rule(code: str) -> Json:
    """Return the page of a rule."""
    found = find_rule(code)
    return {"code": found.code, "name": found.name, "documentation": found.documentation}


FUNCTIONS: dict[str, Callable[..., Json]] = {
    each.__name__: each for each in (describe, numbers, annotated, linted, streamed, rule, equivalent)
}

_EXACT: dict[str, Any] = {"no": False, "yes": True, "locale": "locale"}

_TOKEN = re.compile(r"\w+\[\w+\]|\[\w+\]\w*|\w+|[^\w\s]")
"""A token of a stream: a word or a group of digits, with a reserved marker before or after it, or a mark."""


def _scheme(settings: Json) -> tst.Scheme:
    """Return a scheme from the values of the controls that are not at their default."""
    return with_settings(tst.TST, [f"{name}={value}" for name, value in settings.items()])


def _names_by_scheme() -> dict[tst.Scheme, list[str]]:
    """Return the registered schemes, each with its names."""
    names: dict[tst.Scheme, list[str]] = {}
    for name, scheme in SCHEMES.items():
        names.setdefault(scheme, []).append(name)
    return names


def settings_of(scheme: tst.Scheme) -> Json:
    """Return the values of the controls for a scheme, without those at their default.

    >>> settings_of(tst.OPTION_A)
    {'marker': 'separate'}
    """
    return {
        each["name"]: _control(getattr(scheme, each["name"]))
        for each in map(_field, fields(tst.Scheme))
        if getattr(scheme, each["name"]) != getattr(tst.TST, each["name"])
        and not (each["name"] == "magnitudes" and scheme == tst.gst(scheme.group_size))
    }


def _field(attribute: Any) -> Json:  # noqa: ANN401 -- attrs names no type that fits
    """Return a field of a scheme: its name, its default, and its values if it has a few."""
    name = attribute.alias
    default = getattr(tst.TST, name)
    choices = attribute.metadata.get("choices", ())
    kind = "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "names"
    return {
        "name": name,
        "kind": "choice" if choices else kind,
        "choices": list(choices),
        "default": _control(default),
    }


def _control(value: object) -> str:
    """Return a value as a control of the page holds it.

    >>> _control(True), _control(("k", "m"))
    ('true', 'k,m')
    """
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _bpe() -> Tokenization:
    merges = json.loads(Path(__file__).with_name("bpe.json").read_text(encoding="utf-8"))
    return ExternalTokenizer("BPE", cast("Any", Bpe(merges)))


def _row(
    line: str, reads: str, scheme: tst.Scheme, locale: str, tokenizations: Iterable[Tokenization]
) -> Json:
    try:
        if reads == "tst":
            tst.decode(line, scheme=scheme)  # its messages also know plain numbers
            number = tst.parse_tst(line, scheme=scheme).number
        else:
            number = tst.parse_number(line, locale=locale)
        written = tst.to_tst(number, scheme=scheme)
    except tst.TstGrammarError as error:
        return {"given": line, "error": _error(error)}
    text = tst.format_tst(written)
    compared = compare_number(tst.format_number(number), list(tokenizations))
    return {
        "given": line,
        "tst": text,
        "tokens": [_token(box, scheme) for box in boxes_of(written.tokens, scheme=scheme)],
        "value": f"{tst.decode(text, scheme=scheme):f}",
        "written": tst.format_number(number, locale="en" if locale == "auto" else locale),
        "compared": [
            {"name": each.name, **_compared(found)}
            for each, found in zip(tokenizations, compared.encoded, strict=True)
        ],
    }


def _token(box: Box, scheme: tst.Scheme) -> Json:
    power = None if box.order is None else box.order * scheme.group_size
    return {"text": box.shown, "label": box.label, "meaning": box.meaning, "power": power, "hue": hue_of(box)}


def _compared(found: Encoded | tst.RangeError) -> Json:
    if isinstance(found, tst.RangeError):
        return {"tokens": [], "remark": found.message}
    return {"tokens": list(found.tokens), "remark": " ".join(found.remark)}


def _error(error: tst.TstGrammarError) -> Json:
    return {"message": error.message, "drawn": str(error), "kind": type(error).__name__, "fault": error.fault}


def _pair(delimiters: list[str] | None) -> tuple[str, str] | None:
    return (delimiters[0], delimiters[1]) if delimiters else None


def _extent(text: str) -> Json:
    return {"characters": len(text), "shown": min(len(text), MOST_CHARACTERS)}


def _segments(text: str, alignment: tst.Alignment) -> Iterator[Json]:
    """Yield the parts of a source text, with what became of each."""
    reasons = {(each.start, each.end): each.reason for each in alignment.remarks}
    converted = {
        (each.source.start, each.source.end): alignment.text[each.target.start : each.target.end]
        for each in alignment.numbers
    }
    at = 0
    for start, end in sorted({**reasons, **converted}):
        if start < at or end > len(text):
            continue
        if start > at:
            yield {"kind": "text", "text": text[at:start]}
        note = reasons.get((start, end), "")
        became = converted.get((start, end))
        kind = "alone" if became is None else "number"
        yield {"kind": kind, "text": text[start:end], "became": became, "reason": note}
        at = end
    if at < len(text):
        yield {"kind": "text", "text": text[at:]}


def _counts(alignment: tst.Alignment) -> list[Json]:
    """Count the numbers that were converted, and what was left alone for each reason."""
    converted = {(each.source.start, each.source.end) for each in alignment.numbers}
    alone = Counter(each.reason for each in alignment.remarks if (each.start, each.end) not in converted)
    return [
        {"what": "converted", "count": len(converted)},
        *({"what": reason, "count": count} for reason, count in alone.most_common()),
    ]


def _node(node: tst.Node) -> Json:
    kind = {"text": "text", "number": "number", "damaged": "alone"}[node.kind]
    became = None if node.value is None else f"{node.value:f}"
    reason = node.diagnostic.message if node.diagnostic else ""
    return {"kind": kind, "text": node.raw, "became": became, "reason": reason}


def _finding(found: tst.Diagnostic, text: str) -> Json:
    line = text.count("\n", 0, found.start) + 1
    column = found.start - (text.rfind("\n", 0, found.start) + 1) + 1
    fix = found.fix
    return {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "message": found.message,
        "line": line,
        "column": column,
        "raw": text[found.start : found.end],
        "fix": {"from": text[fix.start : fix.end], "to": fix.text, "safe": fix.is_safe} if fix else None,
        "fixed": fix.applied(text) if fix and len(text) <= MOST_CHARACTERS else None,
    }


def _marked(text: str, found: Iterable[tst.Diagnostic]) -> Iterator[Json]:
    """Yield the parts of a text; a part with a mistake has its index among the findings."""
    at = 0
    for index, each in islice(enumerate(found), MOST_FINDINGS):
        end = max(each.end, each.start + 1)
        if each.start < at or end > len(text):
            continue
        if each.start > at:
            yield {"text": text[at : each.start]}
        yield {"text": text[each.start : end], "finding": index, "severity": str(each.severity)}
        at = end
    if at < len(text):
        yield {"text": text[at:]}
