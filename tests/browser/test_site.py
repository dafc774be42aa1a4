"""The site: its links, its search, its page for addresses that do not exist, and how accessible it is."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from chromium import PREFIX, Open, visit
from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "scripts" / "site" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ("", "how-to/annotate-text/", "reference/api/", "reference/rules/", "404.html")
STATES = ("numbers=111111.111%0A1.2.3", "tab=text", "tab=lint", "unit=digit&fill=none")
THEMES = {"light": "default", "dark": "slate"}
WIDTHS = {"light": 1280, "dark": 390}  # so that both are tried in half the time


class Links(HTMLParser):
    """Collects the anchors of a page, where its links lead, and what it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for value in (given.get("id"), given.get("name")) if value}
        for name in ("href", "src"):
            if value := given.get(name):
                is_link = tag == "a" or given.get("rel") in ("canonical", "next", "prev")
                (self.links if is_link else self.loaded).add(value)


@pytest.fixture(scope="module")
def pages(folder_of_site: Path) -> dict[str, Links]:
    return {
        f"{PREFIX}{path.relative_to(folder_of_site).as_posix()}": Links(path)
        for path in folder_of_site.rglob("*.html")
    }


def test_no_link_is_dead(pages: dict[str, Links], folder_of_site: Path) -> None:
    dead = []
    for page, found in pages.items():
        for link in found.links | found.loaded:
            address, anchor = urldefrag(urljoin(page, link))
            if re.match("[a-z]+:", address):
                continue
            target = folder_of_site / unquote(address).removeprefix(PREFIX)
            target = target / "index.html" if target.is_dir() else target
            known = pages.get(f"{PREFIX}{target.relative_to(folder_of_site).as_posix()}")
            is_state = "=" in anchor  # of the playground
            if not target.is_file() or (
                anchor and not is_state and known and unquote(anchor) not in known.anchors
            ):
                dead.append((page, link))
    assert dead == []


def test_nothing_is_loaded_from_another_host(pages: dict[str, Links], folder_of_site: Path) -> None:
    assert [(page, url) for page, found in pages.items() for url in found.loaded if "//" in url] == []
    for style in folder_of_site.rglob("*.css"):
        assert not re.search(r"url\(\W?(https?:)?//", style.read_text(encoding="utf-8"))


def test_an_address_that_does_not_exist(open_page: Open, complaints: list[str]) -> None:
    page = open_page("reference/nothing/here/")
    expect(page.get_by_role("heading", name="404")).to_be_visible()
    expect(page.get_by_role("link", name="the playground")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.md-header')).position") == "sticky"
    page.get_by_role("link", name="tst-grammar").first.click()
    expect(page.get_by_role("heading", name="Where to start")).to_be_visible()
    assert len(complaints) == 1
    assert "404" in complaints.pop()


def test_search(open_page: Open) -> None:
    page = open_page("")
    page.get_by_role("textbox", name="Search").click()
    page.keyboard.type("currency")
    result = page.locator(".md-search-result__link").first
    expect(result).to_be_visible()


def test_code_can_be_copied(open_page: Open) -> None:
    page = open_page("how-to/annotate-text/")
    button = page.locator("[data-clipboard-target], .md-clipboard, .md-code__button").first
    expect(button).to_be_attached()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(open_page: Open, path: str, theme: str) -> None:
    assert serious(open_page(path, color_scheme=theme)) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_serious_in_the_playground(
    page: Page, state: str, theme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": WIDTHS[theme], "height": 800})
    visit(page, state)
    assert page.locator("body").get_attribute("data-md-color-scheme") == THEMES[theme]
    assert serious(page) == []
    page.set_viewport_size({"width": WIDTHS["light"], "height": 800})


def serious(page: Page) -> list[tuple[str, str, str]]:
    """Return the serious problems that axe finds in a page."""
    page.add_script_tag(path=AXE)
    return [
        (each["id"], node["target"], node["failureSummary"])
        for each in page.evaluate("axe.run()")["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
