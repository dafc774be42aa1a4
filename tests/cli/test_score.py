"""The command `score`, and its report as text, JSON and HTML."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from commands import Folder

from tst_grammar.answers import score_many
from tst_grammar.answers.scores.score_page import score_page

LINES = [
    {"response": "She makes 9*2 = 18.\n#### 18", "answer": "18"},
    {"response": "The answer is 41 <script>alert(1)</script>", "answer": 42},
    {"response": "The answer is 12k 34", "answer": 12034},
    {"response": "\x1b[31mred\x1b[0m \\boxed{4,200} \u202eevil", "answer": "42"},
    {"response": "I do not know", "answer": "#### 7"},
    {"response": None, "answer": 6},
    {"response": "<answer>1m 234k 568</answer>", "answer": 1234567},
]


@pytest.fixture
def outputs(folder: Folder) -> Folder:
    folder.write("outputs.jsonl", "".join(json.dumps(line) + "\n" for line in LINES))
    return folder


def test_text(outputs: Folder) -> None:
    done = outputs.run("score", "outputs.jsonl")
    assert done.code == 0
    assert done.output.splitlines() == [
        "outputs.jsonl:2: wrong: '41' (phrase), expected 42",
        "outputs.jsonl:3: unreadable, short-group: '12k 34' (phrase), expected 12034",
        "outputs.jsonl:4: wrong: '4,200' (boxed), expected 42",
        "outputs.jsonl:5: missing: no number, expected 7",
        "outputs.jsonl:6: missing: no number, expected 6",
        "outputs.jsonl:7: wrong: '1m 234k 568' (tag), expected 1234567",
        "1 of 7 right (14.2%): 1 exact, 3 wrong, 1 unreadable, 2 missing",
        "by rule: boxed 0/1, hash 1/1, tag 0/1, phrase 0/2, none 0/2",
        "by size of the right answer: 1 digit 0/2, 2 digits 1/3, 5 digits 0/1, 7 digits 0/1",
        "problems: short-group 1",
        "orders of magnitude off: same 2, 2 too large 1",
        "TST numbers: 50.0% of 2 valid, short-group 1",
    ]


def test_json(outputs: Folder) -> None:
    score = json.loads(outputs.run("score", "outputs.jsonl", "--format", "json", "--rel-tol", "0.1").output)
    assert (score["total"], score["right"]) == (7, 3)
    assert score["kinds"] == {"exact": 1, "within-tolerance": 2, "wrong": 1, "unreadable": 1, "missing": 2}
    assert score["tst"] == {"valid": 1, "damaged": {"short-group": 1}}
    assert score["worst"][0]["raw"] == "4,200"
    assert [each["kind"] for each in score["worst"]] == ["wrong", "unreadable", "missing", "missing"]


class Tags(HTMLParser):
    """Collects the tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}


def test_html_is_inert_whatever_a_model_writes(outputs: Folder) -> None:
    assert outputs.run("score", "outputs.jsonl", "--html", "report.html").code == 0
    page = outputs.read("report.html")
    tags = Tags(page)
    assert not {"script", "img", "iframe", "a", "link", "object"} & {*tags.tags}
    assert (
        not {name for name in tags.attributes if name.startswith("on")} | {"style", "href"} & tags.attributes
    )
    assert "&lt;script&gt;alert(1)" in page
    assert r"\x1b[31mred" in page
    assert r"\u202eevil" in page
    assert all(character.isprintable() or character == "\n" for character in page)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    assert page.index("Content-Security-Policy") < page.index("<title>")


def test_the_policy_allows_the_style_of_the_page() -> None:
    page = score_page(score_many([("#### 41", 42)]), "<b>")
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in page
    assert "<b>" not in page


def test_the_page_shows_what_is_wrong(outputs: Folder) -> None:
    outputs.run("score", "outputs.jsonl", "--html", "report.html")
    page = outputs.read("report.html")
    assert "<h1>14.2% right</h1>" in page
    assert '<tr><th scope="row">hash</th><td><progress value="1" max="1">100.0%</progress></td>' in page
    assert "<h3>Line 3: unreadable, short-group, expected 12034</h3>" in page
    assert "The answer is 12k 34\n                  ~~~~~^" in page


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "outputs.jsonl:1: the line is not JSON"),
        ("[]", "outputs.jsonl:1: there is no field 'response'"),
        ('{"response": 5, "answer": 5}', "outputs.jsonl:1: the field 'response' is not a text"),
        ('{"response": "5", "answer": [5]}', "outputs.jsonl:1: the field 'answer' is not a number or text"),
        (
            '{"response": "5", "answer": "five"}',
            "outputs.jsonl:1: the right answer 'five'",
        ),
    ],
)
def test_wrong_lines(line: str, message: str, outputs: Folder) -> None:
    outputs.write("outputs.jsonl", line)
    done = outputs.run("score", "outputs.jsonl")
    assert done.code == 2
    assert message in done.errors


def test_wrong_options(outputs: Folder) -> None:
    assert "rules holds 'best'" in outputs.run("score", "outputs.jsonl", "--rules", "best").errors
    assert (
        "rel_tol is 'much': it must be a number"
        in outputs.run("score", "outputs.jsonl", "--rel-tol", "much").errors
    )


def test_digits_and_separators_inside_strings_are_kept(outputs: Folder) -> None:
    gold = "1" * 30
    line = json.dumps({"o": {"text": f"so\u2028#### {gold}"}, "g": int(gold)}, ensure_ascii=False)
    outputs.write("outputs.jsonl", line)
    done = outputs.run("score", "outputs.jsonl", "--output", "o.text", "--gold", "g")
    assert done.output.splitlines()[0] == "1 of 1 right (100.0%): 1 exact"
