"""The grammars as Lark objects: each file, with the marks of a locale or the groups of a scheme."""

from typing import Any

import pytest

import tst_grammar as tst


@pytest.mark.parametrize(
    ("name", "options", "text", "leaves"),
    [
        ("number", {}, "-$1,234.5", ["-", "$", "1,234", ".", "5"]),
        ("number", {"locale": "hi"}, "12,34,567.8", ["12,34,567", ".", "8"]),
        ("tst_shape", {}, "1m 23k", ["1m", " ", "23k"]),
        ("tst", {"scheme": "option-a"}, "1 k 234", ["1 k 234"]),
        ("tst", {"scheme": tst.gst(1)}, "1e1 2", ["1e1 2"]),
    ],
)
def test_parses(name: Any, options: dict[str, Any], text: str, leaves: list[str]) -> None:
    assert [str(leaf) for leaf in tst.load_grammar(name, **options).parse(text).children] == leaves


@pytest.mark.parametrize(
    ("locale", "text", "kind"),
    [(None, "2024-01-15", "date"), ("de", "1.234,5", "number"), ("en", "1.234,5", "malformed")],
)
def test_a_token_of_text_has_its_kind(locale: str | None, text: str, kind: str) -> None:
    tree = tst.load_grammar("text", locale=locale).parse(text)
    assert [each.data for each in tree.find_data(kind)] == [kind]


@pytest.mark.parametrize("text", ["1m 234k 567", "1m  23k 4", "1 m 234k 567", "3p 300p"])
def test_a_damaged_number_has_its_groups(text: str) -> None:
    (suspect,) = tst.load_grammar("annotated").parse(text).find_data("suspect")
    assert "".join(map(str, suspect.children)) == text


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("roman", {}, "no grammar 'roman': expected number, text, tst, tst_shape or annotated"),
        ("tst", {"locale": "de"}, "the grammar tst does not depend on a locale"),
        ("number", {"scheme": "tst"}, "the grammar number does not depend on a scheme"),
        ("tst_shape", {"scheme": "tst"}, "the grammar tst_shape does not depend on a scheme"),
        ("annotated", {"locale": "de"}, "the grammar annotated does not depend on a locale"),
    ],
)
def test_impossible_grammars_are_refused(name: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(tst.OptionError) as caught:
        tst.load_grammar(name, **options)
    assert str(caught.value) == message
