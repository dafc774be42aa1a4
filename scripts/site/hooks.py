"""Makes the site from the repository: navigation from the README, links, anchors, the playground.

MkDocs calls the functions whose names begin with `on_`.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
PLAYGROUND = ROOT / "docs" / "playground"
sys.path.insert(0, str(PLAYGROUND))

from page_functions import describe  # noqa: E402 -- it is beside the page

RUNTIME = ROOT / "build" / "runtime"
"""What `scripts/site/collect_runtime.py` made."""

SECTIONS = ("Tutorials", "How to", "Reference", "Explanation")

ELSEWHERE = {"CHANGELOG.md": "changelog.md", "benchmarks/speed.json": "reference/speed.json"}
"""Files outside of `docs/` that pages link to, each with its address in the site."""


class Anchors:
    """Makes the anchors of one page as GitHub does, so that one link works in both places."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def __call__(self, heading: str, _separator: str) -> str:
        """Return the anchor of a heading. The second `fix` of a page is `fix-1`."""
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        self._seen[slug] += 1
        return f"{slug}-{self._seen[slug] - 1}" if self._seen[slug] > 1 else slug


def navigation(readme: str) -> list[dict[str, Any]]:
    """Return the navigation: the pages in the README's table, in its order."""
    found: list[dict[str, Any]] = [{"Home": "index.md"}, {"Playground": "playground/index.md"}]
    for section in SECTIONS:
        row = re.search(rf"^\| {section} \|(.*)$", readme, re.MULTILINE)
        if row is None:
            raise ValueError(f"README.md has no row {section!r} in its table of pages")
        links = re.findall(r"\[([^\]]+)\]\(docs/([^)#]+\.md)\)", row[1])
        found.append({section: [{title[0].upper() + title[1:]: page} for title, page in links]})
    found[-1]["Explanation"].append({"What has changed": "changelog.md"})
    return found


def on_config(config: Any) -> None:  # noqa: ANN401 -- MkDocs has no types
    """Set the navigation."""
    config.nav = navigation((ROOT / "README.md").read_text(encoding="utf-8"))


def on_files(files: Any, config: Any) -> None:  # noqa: ANN401
    """Add the files from outside of `docs/`."""
    for name, address in ELSEWHERE.items():
        files.append(File.generated(config, address, abs_src_path=str(ROOT / name)))
    for path in sorted(RUNTIME.iterdir()):
        files.append(File.generated(config, f"playground/runtime/{path.name}", abs_src_path=str(path)))


def on_page_markdown(markdown: str, page: Any, config: Any, **_: object) -> str:  # noqa: ANN401
    """Start the anchors of a page, and let its links out of `docs/` lead to their address in the site."""
    config.mdx_configs["toc"]["slugify"] = Anchors()
    up = "../" * page.file.src_uri.count("/")
    for name, address in ELSEWHERE.items():
        markdown = re.sub(rf"\]\((?:\.\./)+{re.escape(name)}", f"]({up}{address}", markdown)
    if page.file.src_uri == "changelog.md":
        markdown = markdown.replace("](docs/", "](")
    return markdown


def on_page_context(context: dict[str, Any], page: Any, **_: object) -> None:  # noqa: ANN401
    """Give the template of the playground its controls, its examples and the size of what it loads."""
    if page.file.src_uri == "playground/index.md":
        size = sum(json.loads((RUNTIME / "runtime.json").read_text(encoding="utf-8"))["sizes"].values())
        examples = json.loads((PLAYGROUND / "examples.json").read_text(encoding="utf-8"))
        described = describe()
        for field in described["fields"]:
            field["about"] = with_code(field["about"])
        context["playground"] = {
            **described,
            "examples": examples,
            "size": size,
            "megabytes": round(size / 1e6),
        }


def with_code(text: str) -> Markup:
    """Return a text as HTML, with `code` between backticks."""
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 -- it is escaped


def on_post_page(output: str, **_: object) -> str:
    """Give the theme's search a name for screen readers."""
    return on_post_template(output)


def on_post_template(output: str, **_: object) -> str:
    """Do the same for the page for addresses that do not exist."""
    return output.replace('class="md-search"', 'class="md-search" aria-label="Search"')
