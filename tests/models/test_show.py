"""Pictures of numbers: their content, and that they are well formed and readable without colours."""

import os
import re
import subprocess
import sys
from decimal import Decimal, localcontext
from html.parser import HTMLParser
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import schemes_and_numbers, texts

import tst_grammar as tst
from tst_grammar.cli.main import main
from tst_grammar.diagnostics import columns
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.models.pictures import html, svg
from tst_grammar.models.pictures.boxes import Box, boxes_of
from tst_grammar.models.pictures.figure import Figure, figure_of
from tst_grammar.models.pictures.palette import GRAY, GROUNDS, HUES, INKS, look_of
from tst_grammar.models.pictures.terminal_boxes import ASCII, LINES, drawn, painted

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = (
    "0",
    "5",
    "-0.5",
    "111111.111",
    "$12,345.67",
    "50%",
    "5‰",
    "CHF 12.5",
    "123456789012345678.0000001",
)


def boxes(number: str, scheme: tst.Scheme = tst.TST) -> tuple[Box, ...]:
    return figure_of(number, scheme=scheme).tst.boxes


def meanings(number: str, scheme: tst.Scheme) -> list[tuple[str, str, str]]:
    return [(box.text, box.label, box.meaning) for box in boxes(number, scheme)]


@pytest.mark.parametrize(
    ("number", "scheme", "expected"),
    [
        (
            "-$1,234.5",
            tst.TST,
            [
                ("-", "sign", ""),
                ("$", "currency", ""),
                ("1k", "thousands", "1000"),
                ("234", "units", "234"),
                (".", "point", ""),
                ("500p", "thousandths", "0.500"),
            ],
        ),
        (
            "1234",
            tst.OPTION_A,
            [
                ("1", "thousands", "1000 by its place"),
                ("k", "thousands", "× 1000"),
                ("234", "units", "234 by its place"),
            ],
        ),
        (
            "12345",
            tst.DIGIT_HYBRID,
            [
                ("1", "thousands", "10000 by its place"),
                ("2k", "thousands", "2000"),
                ("3", "units", "300 by its place"),
                ("4", "units", "40 by its place"),
                ("5", "units", "5 by its place"),
            ],
        ),
        ("1234", tst.PREFIX, [("k1", "thousands", "1000"), ("234", "units", "234")]),
        (
            "12.5",
            tst.gst(1),
            [("1e1", "tens", "10"), ("2", "units", "2"), (".", "point", ""), ("5p", "tenths", "0.5")],
        ),
        (
            "5.0‰",
            tst.TERMINATED,
            [
                ("5", "units", "5"),
                (".", "point", ""),
                ("000p", "thousandths", "0"),
                ("[T1]", "terminator", ""),
                ("‰", "per mille", ""),
            ],
        ),
        (
            "12345",
            tst.Scheme(group_size=4, magnitudes=("万",), spelling="reserved"),
            [("1[MAG_万]", "10^4", "10000"), ("2345", "units", "2345")],
        ),
    ],
    ids=lambda value: repr(value) if isinstance(value, tst.Scheme) else None,
)
def test_each_token_has_its_magnitude_and_its_value(
    number: str, scheme: tst.Scheme, expected: list[tuple[str, str, str]]
) -> None:
    assert meanings(number, scheme) == expected


@given(schemes_and_numbers())
def test_boxes_are_the_tokens_and_add_up_to_the_number(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    found = boxes(number, scheme)
    assert [box.text for box in found] == tst.tokenize(number, scheme=scheme)
    with localcontext(prec=100):
        total = sum((box.share for box in found if box.share is not None), Decimal(0))
    assert total == tst.parse_number(number).value.copy_abs()


@given(schemes_and_numbers())
def test_a_value_is_the_one_of_the_vocabulary(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    vocabulary = tst.Vocabulary(scheme)
    for box in boxes(number, scheme):
        assert box.value == vocabulary.value(box.text)
        assert box.share is None or box.value in (None, box.share)


@given(schemes_and_numbers())
def test_names_tell_all_that_colours_do(case: tuple[tst.Scheme, str]) -> None:
    found = boxes(case[1], case[0])
    assert all(box.label for box in found)
    assert len({(box.label, box.order) for box in found}) == len({box.label for box in found})


def luminance(color: str) -> float:
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def tinted(ground: str, hue: str, share: float) -> str:
    pairs = ((int(color[start : start + 2], 16) for color in (ground, hue)) for start in (1, 3, 5))
    return "#" + "".join(f"{round(below * (1 - share) + above * share):02x}" for below, above in pairs)


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("hue", [*HUES, GRAY])
def test_colours_can_be_told_from_the_ground_and_texts_from_the_colours(hue: str, mode: str) -> None:
    assert contrast(hue, GROUNDS[mode]) >= 3
    assert contrast(INKS[mode], tinted(GROUNDS[mode], hue, 0.5)) >= 4.5


def test_neighbours_have_different_colours() -> None:
    looks = [look_of(Box("", "", order)) for order in range(-30, 31)]
    assert all(left != right for left, right in pairwise(looks))


def test_the_figure_of_the_paper() -> None:
    figure = figure_of("111111.111")
    assert [box.text for box in figure.plain.boxes] == ["111", "111", ".", "111"]
    assert [(row.token, row.meaning) for row in figure.plain.rows] == [("111", "111, 111000, 0.111, …")]
    assert [(row.token, row.meaning) for row in figure.tst.rows] == [
        ("111k", "111000"),
        ("111", "111"),
        ("111p", "0.111"),
    ]
    assert figure.conclusion.endswith("Every TST token with digits has one exact value.")


@pytest.mark.parametrize(
    ("number", "tokens"),
    [
        ("-$1,234.5", ["-", "$", "1", ",", "234", ".", "5"]),
        ("CHF 12345", ["CHF", " ", "123", "45"]),
        ("1.5e-10", ["1", ".", "5", "e", "-", "10"]),
        ("١٢٣٤", ["١٢٣", "٤"]),
    ],
)
def test_plain_tokens_are_three_digits_from_the_left(number: str, tokens: list[str]) -> None:
    locale = "ar-EG" if number > "١" else "en"
    assert [box.text for box in figure_of(number, locale=locale).plain.boxes] == tokens


def test_plain_zeros_and_digits_of_another_script_are_explained() -> None:
    figure = figure_of("١٬٠٠٠", locale="ar-EG")
    assert [row.meaning for row in figure.plain.rows] == ["1, 1000, 0.1, …", "zeros of any magnitude"]


def picture(*figures: Figure) -> ET.Element:
    return ET.fromstring(svg.drawn(figures))  # noqa: S314 -- it is our own


def texts_of(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("scheme", [*SCHEMES.values(), tst.Scheme(spelling="reserved")], ids=repr)
def test_both_files_show_all_that_the_figure_says(scheme: tst.Scheme, number: str) -> None:
    figure = figure_of(number, scheme=scheme)
    page = parsed(html.page([figure]))
    shown = texts_of(picture(figure))
    for column in (figure.plain, figure.tst):
        for box in column.boxes:
            assert {box.shown, box.label or box.shown} <= {*shown}
            assert {box.shown, box.label or box.shown} <= {*page.texts}
        for row in column.rows:
            assert any(row.meaning in text for text in shown)
            assert row.meaning in page.texts


def test_a_picture_speaks_to_a_screen_reader() -> None:
    figures = [figure_of("111111.111"), figure_of("9.9")]
    root = picture(*figures)
    assert root.get("role") == "img"
    named = {element.get("id"): element.text or "" for element in root if element.get("id")}
    title, description = (named[name] for name in (root.get("aria-labelledby") or "").split())
    assert title == "Tokens of 111111.111, 9.9"
    assert all(figure.description in description for figure in figures)


@given(schemes_and_numbers())
def test_boxes_of_a_picture_stay_in_their_column_and_apart(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    root = picture(figure_of(number, scheme=scheme))
    width = float(root.get("width") or 0)
    for column in root.iterfind(f"{SVG}g/{SVG}g"):
        left = float(re.findall(r"[\d.]+", column.get("transform") or "")[0])
        frames = {
            tuple(float(rect.get(name) or 0) for name in ("x", "y", "width", "height"))
            for rect in column.iter(f"{SVG}rect")
        }
        assert all(x >= -0.1 and left + x + wide <= width for x, _, wide, _ in frames)
        for (x, y, wide, high), (x2, y2, wide2, high2) in combinations(frames, 2):
            assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y


def test_each_colour_of_a_picture_has_a_pattern() -> None:
    root = picture(figure_of("123456789012345678.1234567890"))
    fills = {rect.get("fill") for rect in root.iter(f"{SVG}rect")}
    patterns = {f"url(#{pattern.get('id')})" for pattern in root.iter(f"{SVG}pattern")}
    assert len(patterns) == len(HUES)
    assert fills >= {*HUES, *patterns}


def test_files_need_nothing_else_and_know_of_the_dark() -> None:
    for written in (svg.drawn([figure_of("5")]), html.page([figure_of("5")])):
        assert "prefers-color-scheme: dark" in written
        assert not re.search(r"href|src=|@import|<script", written)
        assert re.findall(r"https?://[^\"]+", written) in ([], ["http://www.w3.org/2000/svg"])


class Page(HTMLParser):
    """Checks that each element is closed where it must be, and keeps the visible text."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.seen: list[str] = []
        self.titles: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.titles += [value or "" for name, value in attrs if name == "title"]
        if tag != "meta":
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def parsed(text: str) -> Page:
    page = Page()
    page.feed(text)
    page.close()
    assert page.opened == []
    return page


def test_a_page_has_a_table_with_headings_for_each_way() -> None:
    page = parsed(html.page([figure_of("111111.111")]))
    assert page.seen.count("table") == page.seen.count("thead") == 2
    assert [tag for tag in page.seen if re.fullmatch("h[1-6]", tag)] == ["h1", "h2", "h3", "h3"]


@given(st.text(st.characters(categories=None), max_size=20))
def test_any_token_of_another_tokenizer_is_escaped(token: str) -> None:
    figure = figure_of("5", cut=lambda _: [token, "<b>&\"'"], cut_by=token)
    shown = {box.shown for box in figure.plain.boxes}
    assert shown <= {*texts_of(picture(figure))}
    assert {text for text in shown if text} <= {*parsed(html.page([figure])).texts}
    svg.drawn([figure]).encode()


PICTURE = """\
┌───┐  ┌───┐    ┌────┐   ┌─────┐ ┌───┐  ┌──────┐
│ - │  │ $ │    │ 1k │   │ 234 │ │ . │  │ 500p │
└───┘  └───┘    └────┘   └─────┘ └───┘  └──────┘
sign  currency thousands  units  point thousandths"""


def test_boxes_in_a_terminal() -> None:
    found = boxes("-$1,234.5")
    assert drawn(found) == PICTURE
    assert drawn(found, frame=ASCII) == re.sub("[┌┐└┘]", "+", PICTURE).translate({0x2500: "-", 0x2502: "|"})


def test_boxes_with_wide_characters_are_as_wide_as_they_look() -> None:
    scheme = tst.Scheme(group_size=4, magnitudes=("万",))
    assert drawn(boxes("12345", scheme)).split("\n") == [
        "┌─────┐ ┌──────┐",
        "│ 1万 │ │ 2345 │",
        "└─────┘ └──────┘",
        " 10^4    units",
    ]


@given(schemes_and_numbers(), st.integers(1, 200))
def test_a_terminal_gets_lines_that_fit_and_every_token(case: tuple[tst.Scheme, str], width: int) -> None:
    found = boxes(case[1], case[0])
    text = drawn(found, width=width)
    lines = text.split("\n")
    assert len(lines) % 4 == 0
    for top, middle, bottom in zip(lines[::4], lines[1::4], lines[2::4], strict=True):
        assert columns(top) == columns(middle) == columns(bottom)
        assert columns(top) <= width or top.count("┌") == 1
    shown = [part.strip() for line in lines[1::4] for part in line.split("│")[1::2]]
    assert shown == [box.shown for box in found]


def test_without_rich_the_boxes_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert painted(boxes("-$1,234.5"), frame=LINES) == PICTURE


def run(*arguments: str, given: bytes = b"", **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tst_grammar", "show", *arguments],
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def test_the_command_draws_each_number() -> None:
    code, output, errors = run("-$1,234.5", "5", COLUMNS="80")
    five = "5\n┌───┐\n│ 5 │\n└───┘\nunits\n"
    assert (code, output, errors) == (0, f"-$1,234.5\n{PICTURE}\n{five}", "")
    assert run(given=b"5\n") == (0, five, "")


def test_the_command_keeps_to_the_width_and_the_characters_of_the_terminal() -> None:
    output = run("1234", COLUMNS="12", LC_ALL="C")[1]
    assert output == "1234\n +----+\n | 1k |\n +----+\nthousands\n+-----+\n| 234 |\n+-----+\n units\n"


def test_the_command_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture_path, page_path = tmp_path / "a.svg", tmp_path / "a.html"
    arguments = ["show", "1.234,5", "--locale", "de", "--scheme", "option-a", "--set", "spelling=reserved"]
    assert main([*arguments, "--svg", str(picture_path), "--html", str(page_path)]) == 0
    assert capsys.readouterr().out == ""
    figure = figure_of("1.234,5", scheme=tst.Scheme(marker="separate", spelling="reserved"), locale="de")
    assert picture_path.read_text(encoding="utf-8") == svg.drawn([figure])
    assert page_path.read_text(encoding="utf-8") == html.page([figure])


def test_a_bad_number_leaves_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.svg"
    assert main(["show", "5", "1e99", "--svg", str(path)]) == 2
    assert "100 integer digits" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--svg", "/nowhere/a.svg"], "tst: cannot write /nowhere/a.svg: No such file or directory\n"),
        (["--scheme", "none"], "tst: no scheme 'none'"),
    ],
)
def test_bad_options(option: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "5", *option]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_without_tokenizers_a_tokenizer_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    assert main(["show", "5", "--tokenizer", "tokenizer.json"]) == 2
    expected = "tst: a tokenizer file needs the package tokenizers: pip install tokenizers\n"
    assert capsys.readouterr().err == expected


def notebook(shown: object) -> Page:
    """Return the pictures that a notebook asks an object for."""
    text = shown._repr_html_()  # type: ignore[attr-defined]
    assert len(text) < 20_000
    return parsed(text)


@given(schemes_and_numbers())
def test_a_notebook_shows_a_number_with_names_and_values(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    parsed_number = tst.parse_tst(tst.encode(number, scheme=scheme), scheme=scheme)
    found = boxes_of(parsed_number.tokens, scheme=scheme)
    page = notebook(parsed_number)
    assert page.texts == [text for box in found for text in (box.shown, box.label)]
    assert page.titles == [box.meaning or box.label for box in found]


def test_a_notebook_shows_a_number_of_the_wrong_scheme_as_python_does() -> None:
    number = tst.parse_tst("1 k 234", scheme=tst.OPTION_A)
    assert tst.TstNumber(number.tokens, number.number)._repr_html_() is None


def test_a_notebook_shows_an_annotated_text_with_its_boxes() -> None:
    page = notebook(tst.align("<b>1,234</b> & 5 on 2024-01-15", delimiters=("«", "»")))
    assert "".join(page.texts) == ("<b>«1k 234»</b> & «5» on 2024-01-15Left alone: 2024-01-15 (date)")
    assert page.seen == ["div", "code", "code", "code", "div"]
    assert page.titles == ["1000", "234", "5"]


@given(texts(), st.sampled_from((tst.TST, tst.OPTION_A, tst.DIGIT_HYBRID, tst.TERMINATED)))
def test_a_notebook_shows_any_text(text: str, scheme: tst.Scheme) -> None:
    alignment = tst.align(text, scheme=scheme)
    shown = "".join(notebook(alignment).texts).encode().decode()
    if not alignment.remarks and alignment.text.isprintable():
        assert shown == alignment.text


def test_a_notebook_shows_the_start_of_a_long_text() -> None:
    alignment = tst.align("on 2024-01-15 1,234 words\n" * 10_000)
    page = notebook(alignment)
    assert f"… ({len(alignment.text) - 1000} more characters)" in "".join(page.texts)
    assert page.texts[-1].endswith("and 9980 more")


def test_the_picture_of_the_documentation_is_fresh() -> None:
    path = Path(__file__).parents[2] / "docs" / "how-to" / "tokens.svg"
    expected = svg.drawn([figure_of("111111.111")])
    assert path.read_text(encoding="utf-8") == expected, (
        "run `tst show 111111.111 --svg` for docs/how-to/tokens.svg"
    )


def test_a_pdf_needs_another_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert (
        main(["show", "5", "--pdf", str(tmp_path / "figure.pdf"), "--svg", str(tmp_path / "figure.svg")]) == 2
    )
    message = "a PDF file needs the package cairosvg and the library cairo: pip install cairosvg"
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_programs_that_know_no_styles_see_the_attributes() -> None:
    plain = re.sub("<style>.*?</style>", "", svg.drawn([figure_of("111111.111")]), flags=re.DOTALL)
    picture = ET.fromstring(plain)  # noqa: S314 -- our own
    assert picture.get("fill") == INKS["light"]
    ground = picture.find(f"{SVG}rect")
    assert ground is not None
    assert ground.get("fill") == GROUNDS["light"]
    assert {text.get("class") for text in picture.iter(f"{SVG}text")} == {None}
