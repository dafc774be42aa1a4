"""Python in the browser, without the kernel, gives the same as the package here."""

import json
import re
from pathlib import Path
from typing import Any

import page_functions
from cases_io import DATA, cases, scheme_of
from page_functions import settings_of
from playwright.sync_api import Page

ASK = """async requests => {
    const { python } = await import(new URL("page.js", location.href).href);
    const replies = [];
    for (const request of requests) replies.push(await python.ask("test", request));
    return replies;
}"""


def request(
    function: str, text: str, scheme: str = "tst", locale: str = "en", **others: Any
) -> dict[str, Any]:
    settings = settings_of(scheme_of(scheme))
    return {"function": function, "arguments": {"text": text, "scheme": settings, "locale": locale, **others}}


def compare(page: Page, requests: list[dict[str, Any]]) -> None:
    for asked, replied in zip(requests, page.evaluate(ASK, requests), strict=True):
        assert replied == json.loads(page_functions.reply(json.dumps(asked))), asked


def test_all_valid_numbers(page: Page) -> None:
    rows = cases("valid")
    compare(page, [request("numbers", columns[0], name) for name, columns in rows])
    compare(page, [request("numbers", columns[1], name, reads="tst") for name, columns in rows])


def test_all_invalid_numbers(page: Page) -> None:
    compare(
        page,
        [
            *(request("numbers", text, scheme) for _, (scheme, text, *_) in cases("invalid/number")),
            *(
                request("numbers", text, scheme, reads="tst")
                for _, (scheme, text, *_) in cases("invalid/tst")
            ),
            *(request("numbers", text, locale=locale) for _, (locale, text, *_) in cases("invalid/locale")),
        ],
    )


def test_a_sample_of_texts(page: Page) -> None:
    requests = []
    for path in sorted((DATA / "text").glob("*.txt")):
        locale = path.stem.partition("+")[0]
        for text in _plain(path).splitlines()[::10]:
            requests.append(request("annotated", text, locale=locale))
            requests.append(request("linted", text, locale=locale, plain=True))
    assert len(requests) > 50
    compare(page, requests)


def _plain(path: Path) -> str:
    """Return the lines of a data file without the marks around numbers and around what is left alone."""
    return re.sub(r"[⟦⟧⟨]|\|[\w-]+⟩", "", path.read_text(encoding="utf-8"))
