"""The quick suite and the deep one, and a cache of tables and a folder for tests."""

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Folder
from hypothesis import settings

pytest_plugins = ["frame_sessions"]

settings.register_profile("quick", deadline=None, derandomize=True, database=None, max_examples=25)
settings.register_profile("deep", deadline=None, print_blob=True, max_examples=300)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="run every test, with many examples")
    parser.addoption("--site", type=Path, help="test the site in this folder, in Chromium")
    parser.addoption("--share", default="1/1", help="run one share of the tests: 3/10 is the third tenth")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("deep" if config.getoption("--deep") else "quick")
    if config.getoption("--site"):
        config.pluginmanager.import_plugin("chromium")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if collection_path.name == "browser" and not config.getoption("--site") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share, of = map(int, config.getoption("--share").split("/"))
    seed = config.getoption("hypothesis_seed")
    is_deep = config.getoption("--deep")
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        is_chosen = zlib.crc32(f"{seed} {item.nodeid}".encode()) % of == share - 1
        is_chosen = is_chosen and (is_deep or item.get_closest_marker("deep") is None)
        (chosen if is_chosen else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = chosen


@pytest.fixture(scope="session", autouse=True)
def _cache_of_tables(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[None]:
    """Keep the tables that are compiled during a run, for all worker processes together."""
    base = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TST_GRAMMAR_CACHE", str((base if worker_id == "master" else base.parent) / "cache"))
        yield


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Folder:
    """A folder of our own, in which the command `tst` is run."""
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capfdbinary)
