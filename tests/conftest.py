"""The quick suite and the deep one, and a cache of tables and a folder for tests."""

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Folder
from hypothesis import settings

settings.register_profile("quick", deadline=None, derandomize=True, database=None, max_examples=30)
settings.register_profile("deep", deadline=None, print_blob=True, max_examples=1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--share", default="1/1", help="how much of the deep suite to run, such as 1/10")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("deep" if _is_deep(config) else "quick")


@pytest.hookimpl(tryfirst=True)  # before tests are selected by their markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not _is_deep(config):
        return
    share, of = map(int, config.getoption("--share").split("/"))
    seed = config.getoption("hypothesis_seed")
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("deep")
    chosen = [item for item in items if zlib.crc32(f"{seed} {item.nodeid}".encode()) % of < share]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen


def _is_deep(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr") == "deep")


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
