"""The playground's Python: what the page shows is what the package says."""

import json
from typing import Any

import page_functions
import pytest
from attrs import evolve, fields
from cases_io import cases, scheme_of
from hypothesis import given
from hypothesis import strategies as st
from page_functions import MOST_CHARACTERS, MOST_FINDINGS, MOST_ROWS, MOST_TOKENS, settings_of
from sampling import every
from strategies import POOL

import tst_grammar as tst
from tst_grammar.baselines import BASELINES

BROKEN = "It has 1m  234к 567 cells 😀, of which 98k 76 are new."


def ask(function: str, **arguments: Any) -> Any:
    return json.loads(page_functions.reply(json.dumps({"function": function, "arguments": arguments})))


@pytest.mark.parametrize(("name", "columns"), every(5, cases("valid")))
def test_a_number_and_its_tst(name: str, columns: list[str]) -> None:
    scheme = settings_of(scheme_of(name))
    (written,) = ask("numbers", text=columns[0], scheme=scheme)["rows"]
    assert written["tst"] == columns[1]
    assert "".join(token["text"] for token in written["tokens"]).replace("␣", "") == columns[1].replace(
        " ", ""
    )
    (read,) = ask("numbers", text=columns[1], reads="tst", scheme=scheme)["rows"]
    assert read["value"] == written["value"] == f"{tst.decode(columns[1], scheme=scheme_of(name)):f}"


@pytest.mark.parametrize("kind", ["number", "tst"])
def test_errors_have_the_line_and_the_caret(kind: str) -> None:
    for _, (scheme, text, *_) in cases(f"invalid/{kind}")[::25]:
        if len(text.splitlines()) != 1 or text != text.strip():
            continue
        (row,) = ask("numbers", text=text, reads=kind, scheme=settings_of(scheme_of(scheme)))["rows"]
        with pytest.raises(tst.TstGrammarError) as caught:
            (tst.encode if kind == "number" else tst.decode)(text, scheme=scheme_of(scheme))
        assert row["error"]["drawn"] == str(caught.value)


def test_the_other_tokenizations() -> None:
    (row,) = ask("numbers", text="1,234.5", scheme={})["rows"]
    assert [each["name"] for each in row["compared"]] == ["TST", *BASELINES, "BPE"]
    assert row["compared"][0]["tokens"] == ["1k", "234", ".", "500p"]
    assert "".join(row["compared"][-1]["tokens"]) == "1234.5"


def test_a_token_has_its_value_and_power() -> None:
    (row,) = ask("numbers", text="1234.5", scheme={})["rows"]
    assert [(each["text"], each["meaning"], each["power"]) for each in row["tokens"]] == [
        ("1k", "1000", 3),
        ("234", "234", 0),
        (".", "", None),
        ("500p", "0.500", -3),
    ]


def test_contradictions_are_explained_as_the_package_does() -> None:
    error = ask("numbers", text="5", scheme={"unit": "digit", "fill": "none"})["error"]
    with pytest.raises(tst.SchemeError) as caught:
        tst.Scheme(unit="digit", fill="none")
    assert (error["kind"], error["message"]) == ("SchemeError", caught.value.message)


def test_only_so_many_numbers_are_shown() -> None:
    found = ask("numbers", text="1\n\n2\n" * MOST_ROWS, scheme={})
    assert (len(found["rows"]), found["more"]) == (MOST_ROWS, MOST_ROWS)


def test_every_field_of_a_scheme_has_a_control() -> None:
    described = ask("describe")
    assert [each["name"] for each in described["fields"]] == [each.alias for each in fields(tst.Scheme)]
    assert all(each["about"] for each in described["fields"])
    assert "de" in described["locales"]


@pytest.mark.parametrize("scheme", POOL, ids=repr)
def test_the_controls_can_make_every_scheme(scheme: tst.Scheme) -> None:
    (row,) = ask("numbers", text="1", scheme=settings_of(scheme))["rows"]
    assert row["tst"] == tst.encode("1", scheme=scheme)


def test_each_preset_is_a_registered_scheme() -> None:
    for preset in ask("describe")["presets"]:
        text = ask("equivalent", language="command", request=_request("numbers", scheme=preset["settings"]))[
            "text"
        ]
        name = preset["name"].partition(" / ")[0]
        assert text.endswith("tst encode" if name == "tst" else f"tst encode --scheme {name}")


def test_a_text_in_parts() -> None:
    text = "😀 COVID-19 cost $1,234.50 by 2024-01-15"
    found = ask("annotated", text=text, scheme={})
    assert found["result"] == tst.annotate(text)
    assert "".join(each["text"] for each in found["segments"]) == text
    marked = [
        (each["kind"], each["text"], each["became"] or each["reason"])
        for each in found["segments"]
        if each["kind"] != "text"
    ]
    assert marked == [
        ("alone", "COVID-19", "identifier"),
        ("number", "$1,234.50", "$1k 234. 500p"),
        ("alone", "2024-01-15", "date"),
    ]
    assert found["counts"] == [
        {"what": "converted", "count": 1},
        {"what": "identifier", "count": 1},
        {"what": "date", "count": 1},
    ]


@given(text=st.text(st.sampled_from("1234567890,. kmp$%-\nab😀")), scheme=st.sampled_from(POOL))
def test_nothing_of_a_text_is_lost(text: str, scheme: tst.Scheme) -> None:
    settings = settings_of(scheme)
    for to in ("tst", "plain"):
        found = ask("annotated", text=text, to=to, scheme=settings)
        assert "".join(each["text"] for each in found["segments"]) == text
    linted = ask("linted", text=text, plain=True, scheme=settings)
    assert "".join(each["text"] for each in linted["segments"]) == text


def test_the_options_of_a_text() -> None:
    text = "3.10 of 1,234"
    pair = ["⟦", "⟧"]
    exact = ask("annotated", text=text, exact="yes", delimiters=pair, scheme={})["result"]
    assert exact == tst.annotate(text, exact=True, delimiters=("⟦", "⟧"))
    assert ask("annotated", text=exact, to="plain", delimiters=pair, scheme={})["result"] == text
    german = ask("annotated", text="1.234,5", exact="locale", locale="de", scheme={})["result"]
    assert german == tst.annotate("1.234,5", exact="locale", locale="de")


def test_an_impossible_delimiter_is_an_error() -> None:
    assert "delimiter" in ask("annotated", text="1", delimiters=["⟦", ""], scheme={})["error"]["message"]


def test_a_long_text_is_converted_whole_and_shown_in_part() -> None:
    text = "cost 1234567 on 2024-01-15\n" * 2000
    found = ask("annotated", text=text, scheme={})
    assert found["result"] == tst.annotate(text)
    assert "".join(each["text"] for each in found["segments"]) == text[:MOST_CHARACTERS]
    assert found["counts"][0] == {"what": "converted", "count": 2000}


def test_findings_and_fixes() -> None:
    found = ask("linted", text=BROKEN, scheme={})
    assert [each["code"] for each in found["findings"]] == [each.code for each in tst.lint(BROKEN)]
    assert found["fixed"] == tst.fix(BROKEN)
    assert found["all_fixed"] == tst.fix(BROKEN, unsafe=True)
    first = tst.lint(BROKEN)[0]
    assert first.fix
    assert found["findings"][0]["fixed"] == first.fix.applied(BROKEN)
    assert (found["findings"][0]["line"], found["findings"][0]["column"]) == (1, first.start + 1)


def test_only_so_many_findings_are_shown() -> None:
    found = ask("linted", text="1m 23k 456\n" * (MOST_FINDINGS + 5), scheme={})
    assert (len(found["findings"]), found["more"]) == (MOST_FINDINGS, 5)


def test_a_rule_has_its_page() -> None:
    assert ask("rule", code="TST107")["name"] == "short-group"


def test_a_stream_token_by_token() -> None:
    played = ask("streamed", text="has 1m 23k 456", scheme={})
    assert [(each["token"], each["problem"]) for each in played["steps"]] == [
        ("", None),
        ("has", None),
        ("1m", None),
        ("23k", "'23k' has 2 digits: a group after the first has 3 digits"),
        ("456", None),
    ]
    assert played["steps"][2]["next"] == "a 3-digit group with k"
    assert ask("streamed", text="1m", scheme={})["end"] == "the units group is missing after '1m'"
    assert ask("streamed", text="1 " * (MOST_TOKENS + 3), scheme={})["more"] == 3


@pytest.mark.parametrize("scheme", POOL[:8], ids=repr)
def test_a_stream_of_correct_numbers_has_no_problem(scheme: tst.Scheme) -> None:
    text = tst.encode("1234567.25", scheme=evolve(scheme, integer_digits=12, fraction_digits=9))
    played = ask("streamed", text=text, scheme=settings_of(scheme))
    assert [each["problem"] for each in played["steps"]] == [None] * len(played["steps"])


def _request(function: str, **arguments: Any) -> dict[str, Any]:
    given = {"text": "1", "scheme": {}, "locale": "en", "reads": "numbers", **arguments}
    return {"function": function, "arguments": given}
