"""The playground as a visitor uses it."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from chromium import Open, ready, visit
from playwright.sync_api import Page, expect

import tst_grammar as tst
from tst_grammar.baselines import BASELINES

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((ROOT / "docs" / "playground" / "examples.json").read_text(encoding="utf-8"))
TABS = ("numbers", "text", "lint")


def test_it_says_what_it_loads_and_shows_a_first_result(open_page: Open) -> None:
    page = open_page()
    expect(page.get_by_role("status").first).to_contain_text("Loading Python and the package")
    ready(page)
    expect(page.get_by_role("list", name="Tokens of 1234567.89")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_a_second_visit_loads_python_from_the_store(open_page: Open) -> None:
    page = open_page()
    ready(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_function("document.body.dataset.python === 'idle'")
    assert [url for url in asked if url.endswith((".wasm", ".whl", ".zip"))] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["title"])
def test_every_example(page: Page, example: dict[str, str]) -> None:
    page.get_by_role("link", name=example["title"]).click()
    ready(page)
    expect(
        page.locator(".pg-result:visible .pg-error:not(.pg-marked *, .pg-findings *, .pg-stream *)")
    ).to_have_count(0)


def test_the_paper_s_figure(page: Page) -> None:
    visit(page, "numbers=111111.111")
    tokens = page.get_by_role("list", name="Tokens of 111111.111").get_by_role("listitem")
    expect(tokens).to_have_text(
        ["111kthousands111000 · 10^3", "111units111 · 10^0", ".point", "111pthousandths0.111 · 10^-3"]
    )
    expect(page.locator(".pg-card")).to_contain_text("decodes to 111111.111")


def test_tst_is_read_back(page: Page) -> None:
    visit(page, urlencode({"reads": "tst", "numbers": "1m 234k 567. 890p", "locale": "de"}))
    expect(page.locator(".pg-card")).to_contain_text("decodes to 1234567.89, written 1.234.567,89")


def test_the_tokenizations_beside_it(page: Page) -> None:
    rows = page.get_by_role("row")
    page.get_by_label("Numbers, one on each line").fill("1234.5")
    ready(page)
    names = rows.get_by_role("rowheader").all_inner_texts()
    assert names == ["TST", *BASELINES, "BPE"]
    expect(rows.filter(has_text="digit-level")).to_contain_text("6")


def open_options(page: Page) -> None:
    if page.locator("#fields").get_attribute("open") is None:  # another test may have opened them
        page.get_by_text("Every option of the scheme").click()


def test_own_scheme(page: Page) -> None:
    open_options(page)
    page.get_by_label("group_size").fill("4")
    page.get_by_label("magnitudes").fill("万,億")
    page.get_by_label("Numbers, one on each line").fill("1234567")
    ready(page)
    scheme = tst.Scheme(group_size=4, magnitudes=("万", "億"))
    expect(page.locator(".pg-tst")).to_have_text(tst.encode("1234567", scheme=scheme))


def test_every_option_is_explained(page: Page) -> None:
    open_options(page)
    about = page.locator("#about-marker")
    expect(about).to_be_visible()
    assert "`" not in page.locator(".pg-fields").inner_text()
    expect(about.locator("code").first).to_have_text('"joined"')


def test_presets(page: Page) -> None:
    button = page.get_by_role("button", name="digit-hybrid")
    button.click()
    ready(page)
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("unit")).to_have_value("digit")
    expect(page.locator(".pg-tst")).to_have_text(tst.encode("1", scheme="digit-hybrid"))


def test_a_contradiction_is_explained(page: Page) -> None:
    visit(page, "unit=digit&fill=none")
    with pytest.raises(tst.SchemeError) as caught:
        tst.Scheme(unit="digit", fill="none")
    expect(page.get_by_role("alert").filter(visible=True)).to_have_text([caught.value.message])


def test_bad_input_has_a_caret(page: Page) -> None:
    visit(page, "numbers=1%2C23%2C456")
    with pytest.raises(tst.NotationError) as caught:
        tst.encode("1,23,456")
    assert page.get_by_role("alert").filter(visible=True).inner_text() == str(caught.value)


def test_an_unknown_locale_is_an_error(page: Page) -> None:
    page.get_by_role("combobox", name="Locale").fill("german")
    ready(page)
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("german")


def test_text(page: Page) -> None:
    text = "COVID-19 cost $1,234.50 by 2024-01-15"
    visit(page, urlencode({"tab": "text", "text": text}))
    expect(page.get_by_role("region", name="Result")).to_have_text(tst.annotate(text))
    expect(page.get_by_role("list", name="Counts").get_by_role("listitem")).to_have_text(
        ["1 converted", "1 identifier", "1 date"]
    )
    page.get_by_role("textbox", name="Before a number").fill("⟦")
    page.get_by_role("textbox", name="After a number").fill("⟧")
    ready(page)
    annotated = tst.annotate(text, delimiters=("⟦", "⟧"))
    expect(page.get_by_role("region", name="Result")).to_have_text(annotated)
    page.get_by_label("restore").check()
    page.get_by_role("textbox", name="Text", exact=True).fill(annotated)
    ready(page)
    expect(page.get_by_role("region", name="Result")).to_have_text(
        tst.restore(annotated, delimiters=("⟦", "⟧"))
    )


def test_lint_and_fix(page: Page) -> None:
    text = "It has 1m  234к 567 cells, of which 98k 76 are new."
    visit(page, urlencode({"tab": "lint", "lint": text}))
    expect(page.locator("#found")).to_contain_text("3 findings")
    page.get_by_role("button", name="TST107 short-group").click()
    expect(page.get_by_role("complementary", name="The rule")).to_contain_text("short-group (TST107)")
    page.get_by_role("button", name="Fix this", exact=True).first.click()
    ready(page)
    given = page.get_by_label("What a model wrote")
    expect(given).to_have_value("It has 1m 234k 567 cells, of which 98k 76 are new.")
    page.get_by_role("button", name="Apply all fixes").click()
    ready(page)
    expect(given).to_have_value(tst.fix(text, unsafe=True))


def test_the_stream_plays(page: Page) -> None:
    visit(page, urlencode({"tab": "lint", "lint": "1m 23k 456"}))
    page.get_by_role("button", name="Play", exact=True).click()
    stream = page.locator("#result-stream")
    expect(stream.get_by_role("listitem")).to_have_text(["1m", "23k", "456"])
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(stream).to_contain_text("'23k' has 2 digits: a group after the first has 3 digits")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(stream).to_contain_text("Next may come a 3-digit group with k.")


def test_a_link_opened_by_someone_else(page: Page, open_page: Open, address: str) -> None:
    state = {"tab": "text", "text": "1.234,5 & #2", "locale": "de", "group_size": "2", "exact": "yes"}
    visit(page, urlencode(state))
    page.get_by_role("button", name="Copy a link to this").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page(link.removeprefix(address))
    ready(other)
    expect(other.get_by_role("textbox", name="Text", exact=True)).to_have_value(state["text"])
    expect(other.get_by_role("tab", name="Text")).to_have_attribute("aria-selected", "true")
    expected = tst.annotate(state["text"], locale="de", scheme="gst-2", exact=True)
    expect(other.get_by_role("region", name="Result")).to_have_text(expected)


def test_a_damaged_link_is_no_problem(page: Page) -> None:
    visit(page, "tab=nothing&unit=nothing&colour=red&numbers=5&%E0%A4%A")
    expect(page.get_by_role("tab", name="Numbers")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".pg-tst")).to_have_text("5")


def test_copies_python_and_a_command(page: Page) -> None:
    visit(page, "numbers=1.234%2C5&locale=de&marker=separate")
    page.get_by_role("button", name="Copy as a command").click()
    expect(page.locator("#copied")).to_contain_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "printf %s '1.234,5\n' | tst encode --scheme option-a --locale de"
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator("#copied")).to_contain_text("print(tst.encode")
    assert "scheme='option-a'" in page.evaluate("navigator.clipboard.readText()")


def test_a_megabyte_of_text_does_not_freeze_the_page(page: Page) -> None:
    text = "It cost $1,234,567.50 by 2024-01-15, for 98765 of 3.14 words and more.\n" * 14_000
    visit(page, "tab=text")
    page.evaluate(
        "text => { const area = document.getElementById('input-text');"
        "area.value = text; area.dispatchEvent(new Event('input', { bubbles: true })) }",
        text,
    )
    assert page.evaluate("document.body.dataset.python") == "working"
    page.get_by_label("Exact").select_option("no")
    page.get_by_role("tab", name="Numbers").click()
    expect(page.get_by_label("Numbers, one on each line")).to_be_visible()
    assert page.evaluate("document.body.dataset.python") == "working"
    page.get_by_role("tab", name="Text").click()
    ready(page)
    page.get_by_role("button", name="Copy the result").click()
    assert page.evaluate("navigator.clipboard.readText()") == tst.annotate(text)
    page.get_by_role("button", name="Copy a link to this").click()
    expect(page.locator("#copied")).to_have_text("The text is too long for a link.")


def test_by_keyboard_alone(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    press_until(page, "document.activeElement.id === 'tab-numbers'")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Text")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    press_until(page, "document.activeElement.id === 'input-numbers'")
    page.keyboard.press("Control+A")
    page.keyboard.type("1234.5")
    ready(page)
    press_until(page, "document.activeElement.matches('.pg-token')")
    tip = page.locator(".pg-tip").first
    expect(tip).to_have_css("opacity", "1")
    expect(tip).to_have_text("1000 · 10^3")


def press_until(page: Page, condition: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(condition):
            return
    pytest.fail(f"80 times Tab never led to {condition}")


@pytest.mark.parametrize("width", [320, 390, 768])
def test_no_width_needs_scrolling_sideways(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for tab in TABS:
        visit(page, urlencode({"tab": tab, "numbers": "123456789012345678.123456789012345"}))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})


def test_what_a_screen_reader_hears(page: Page) -> None:
    visit(page, "numbers=1k&reads=numbers")
    heard = page.locator("#controls").aria_snapshot()
    for part in (
        '- group "Options"',
        '- tablist "What to try"',
        '- tab "Numbers" [selected]',
        '- tabpanel "Numbers"',
        '- radiogroup "What you type"',
        '- textbox "Numbers, one on each line"',
        "- alert",
    ):
        assert part in heard
