"""`tst compare`: tokenizations side by side, in four formats, and over a text."""

import gzip
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import run

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "comparison.md"

NUMBERS = """\
1,234.5
  scheme         count  tokens
  digit-level    6      1 2 3 4 . 5
  left-to-right  4      123 4 . 5
  right-to-left  4      1 234 . 5
  commas         5      1 , 234 . 5
  reversed       6      5 . 4 3 2 1
  numerologic    12     <sn> 4 . 1 <mn> 1 2 3 4 . 5 <en>
  xval           1      [NUM] (×1234.5)
  tst            4      1k 234 . 500p

"""


def test_text_is_for_a_terminal() -> None:
    code, output, errors = run("compare", "1,234.5")
    assert (code, errors) == (0, "")
    assert output.startswith(f"{NUMBERS}properties\n  scheme         digits survive  ")


def test_numbers_come_from_standard_input_and_bad_ones_are_reported() -> None:
    code, output, errors = run("compare", given=b"1,234.5\n1;\n")
    assert code == 2
    assert output.startswith(NUMBERS)
    assert errors.startswith("tst: line 2: ")
    assert run("compare") == (0, "", "")


def test_schemes_are_named_one_by_one() -> None:
    _, output, _ = run("compare", "--format", "json", "--scheme", "option-a", "--scheme", "gst-1", "1234")
    (number,) = json.loads(output)["numbers"]
    assert [(each["name"], each["tokens"]) for each in number["schemes"][-2:]] == [
        ("option-a", ["1", "k", "234"]),
        ("gst-1", ["1e3", "2e2", "3e1", "4"]),
    ]
    assert run("compare", "--scheme", "none", "5")[0] == 2


def test_json_has_all_that_was_computed() -> None:
    _, output, _ = run("compare", "--format", "json", "9.11", "1e18")
    found = json.loads(output)
    first, second = ({each["name"]: each for each in number["schemes"]} for number in found["numbers"])
    assert first["tst"] == {"name": "tst", "tokens": ["9", ".", "110p"], "count": 3}
    assert first["xval"]["scale"] == "9.10999965667724609375"
    assert second["tst"]["error"] == (
        "the number has 19 integer digits: this scheme holds 18; use Scheme(integer_digits=19)"
    )
    assert second["digit-level"]["count"] == 19
    properties = {each["name"]: each for each in found["properties"]}
    assert properties["tst"] == {
        "name": "tst",
        "digits_survive": True,
        "zeros_survive": False,
        "magnitude": "explicit",
        "places": 1,
        "one_value": True,
        "length": "medium",
        "tokens": pytest.approx(4.3, abs=0.1),
    }
    assert "corpus" not in found


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_corpus_is_counted_by_its_numbers(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"notes.txt{suffix}"
    content = b"On 2024-01-15 it cost $1,234.50\xff and 5 or 12345678901234567890 more.\n" * 3
    file.write_bytes(gzip.compress(content) if suffix else content)
    _, output, _ = run("compare", "--format", "json", "--corpus", str(file))
    found = json.loads(output)
    assert found["numbers"] == []
    assert found["corpus"] == {
        "name": str(file),
        "numbers": 6,
        "bytes": 30,
        "left_out": 3,
        "tokens": {
            "digit-level": 27,
            "left-to-right": 18,
            "right-to-left": 18,
            "commas": 21,
            "reversed": 27,
            "numerologic": 57,
            "xval": 9,
            "tst": 18,
        },
    }
    _, output, _ = run("compare", "--corpus", str(file))
    assert f"\n{file}: 6 numbers in 30 bytes, 3 left out\n" in output
    assert "\n  tst            18      3.000       0.600\n" in output


def test_a_corpus_may_be_of_any_locale_or_empty() -> None:
    for locale in ("de", "auto"):
        _, output, _ = run(
            "compare", "--format", "json", "--locale", locale, "--corpus", "-", given=b"1.234,5 und 1.234"
        )
        assert json.loads(output)["corpus"]["tokens"]["tst"] == 6
    _, output, _ = run("compare", "--corpus", "-")
    assert "standard input: 0 numbers in 0 bytes\n" in output
    assert "\n  tst            0       –           –\n" in output


def test_a_corpus_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    assert run("compare", "--corpus", missing) == (
        2,
        "",
        f"tst: cannot read {missing}: No such file or directory\n",
    )


def test_markdown_ends_no_cell_early(tmp_path: Path) -> None:
    file = tmp_path / "a|b_c.txt"
    file.write_bytes(b"5")
    _, output, _ = run("compare", "--format", "markdown", "--corpus", str(file), "$5")
    assert "| digit-level | 2 | `$` `5` |\n" in output
    assert r"a\|b\_c.txt: 1 numbers in 1 bytes" in output


class Reader(HTMLParser):
    """Reads the tags that are open, and what leads out of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [name for name, _ in attrs if name in {"src", "href"}]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_whole_and_escaped(tmp_path: Path) -> None:
    file = tmp_path / "<script>&.txt"
    file.write_bytes(b"5")
    _, output, _ = run("compare", "--format", "html", "--corpus", str(file), "42")
    reader = Reader()
    reader.feed(output)
    assert (reader.open, reader.links) == ([], [])
    assert "<code>&lt;sn&gt;</code> <code>2</code>" in output
    assert "&lt;script&gt;&amp;.txt" in output
    assert "<script" not in output


def test_the_tables_of_the_page_are_computed() -> None:
    _, output, _ = run(
        *("compare", "--format", "markdown", "--scheme", "tst", "--scheme", "option-a"),
        *("--scheme", "terminated", "111111.111", "9.11"),
    )
    assert output in PAGE.read_text(encoding="utf-8")


def test_a_sweep_counts_the_tokens_of_groups_of_one_to_six_digits(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("It cost 1,234.5 and 1234567 or 12345678901234567890.\n", encoding="utf-8")
    code, output, errors = run("compare", "--corpus", str(file), "--sweep", "--format", "json")
    assert (code, errors) == (0, "")
    found = json.loads(output)
    assert (found["numbers"], found["left_out"]) == (2, 1)
    points = {(each["option"], each["group_size"]): each for each in found["points"]}
    assert [points["B", size]["tokens"] for size in range(1, 7)] == [13, 8, 7, 5, 5, 5]
    assert [points["A", size]["tokens"] for size in range(1, 7)] == [23, 13, 11, 7, 7, 7]
    assert [points["B", size]["vocabulary"] for size in (1, 3)] == [330, 11595]
    assert points["A", 3] == {
        "option": "A",
        "group_size": 3,
        "vocabulary": 1110,
        "tokens": 11,
        "per_number": 5.5,
    }
    assert points["B", 6]["vocabulary"] > 2_000_000


def test_a_sweep_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("It cost 1,234.5 and 1234567.\n", encoding="utf-8")
    _, output, _ = run("compare", "--corpus", str(file), "--sweep")
    assert f"{file}: 2 numbers\n" in output
    assert "\n  Option B, N = 3  11595       7       3.500\n" in output
    chart = output.partition("tokens per number\n")[2]
    assert all(f"{option}{size}" in chart for option in "AB" for size in range(1, 7))
    _, page, _ = run("compare", "--corpus", str(file), "--sweep", "--format", "html")
    assert page.count("<circle") == 12
    _, markdown, _ = run("compare", "--corpus", str(file), "--sweep", "--format", "markdown")
    assert markdown.startswith("### ")
    assert chart in markdown


def test_a_sweep_of_a_text_without_numbers_has_no_points() -> None:
    code, output, _ = run("compare", "--corpus", "-", "--sweep", given=b"none\n")
    assert code == 0
    assert "\n  Option A, N = 1  42          0       –\n" in output


def test_a_sweep_needs_a_corpus() -> None:
    message = "tst: --sweep needs --corpus FILE, and takes no number, --scheme or --tokenizer\n"
    for arguments in ((), ("--corpus", "-", "5"), ("--corpus", "-", "--scheme", "tst")):
        assert run("compare", "--sweep", *arguments) == (2, "", message)
