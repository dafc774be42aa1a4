"""Serves the site below a path, and opens it in Chromium, for which no other host exists."""

import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PREFIX = "/some/path/"
"""Where the site was built for: its `SITE_URL` has this path."""

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
TIMEOUT = 180_000
expect.set_options(timeout=30_000)

Open: TypeAlias = Callable[..., Page]


class Handler(SimpleHTTPRequestHandler):
    """Serves the site below the path, and its own page for addresses that do not exist."""

    def translate_path(self, path: str) -> str:
        below = path.removeprefix(PREFIX) if path.startswith(PREFIX) else "missing"
        return super().translate_path(f"/{below}")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        content = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="session")
def folder_of_site(request: pytest.FixtureRequest) -> Path:
    return Path(request.config.getoption("--site")).resolve()


@pytest.fixture(scope="session")
def address(folder_of_site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder_of_site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=SWITCHES)
        yield opened
        opened.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What goes wrong in any page: errors, and requests to other hosts. At the end there are none."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_page(browser: Browser, address: str, complaints: list[str]) -> Iterator[Open]:
    """Open pages of the site, each as another visitor."""
    contexts: list[BrowserContext] = []

    def opened(path: str = "playground/", **options: Any) -> Page:
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **options)
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        watch(page, address, complaints)
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()


def watch(page: Page, address: str, complaints: list[str]) -> None:
    host = address.removesuffix(PREFIX)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on(
        "request",
        lambda asked: (
            None if asked.url.startswith((host, "data:", "blob:")) else complaints.append(asked.url)
        ),
    )


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    made.set_default_timeout(TIMEOUT)
    yield made
    made.close()


@pytest.fixture(scope="session")
def loaded(context: BrowserContext, address: str) -> tuple[Page, list[str]]:
    """A playground that stays open, because Python takes seconds to start."""
    page = context.new_page()
    found: list[str] = []
    watch(page, address, found)
    page.goto(f"{address}playground/")
    ready(page)
    return page, found


@pytest.fixture
def page(loaded: tuple[Page, list[str]]) -> Iterator[Page]:
    """The open playground, in its first state."""
    opened, found = loaded
    visit(opened, "")
    yield opened
    assert found == []


def visit(page: Page, link: str) -> None:
    """Follow a link to a state of the playground, and wait for the result."""
    page.evaluate(
        """link => new Promise(resolve => {
            if (location.hash.slice(1) === link) return resolve();
            addEventListener("hashchange", resolve, { once: true });
            location.hash = link;
        })""",
        link or "numbers=1",
    )
    ready(page)


def ready(page: Page) -> None:
    """Wait until Python has nothing to do."""
    page.wait_for_selector("body[data-python=idle]")
