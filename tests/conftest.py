"""Hypothesis without deadlines, as a slow machine is no fault, and a cache and a folder of our own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Folder
from hypothesis import settings

settings.register_profile("tst-grammar", deadline=None, print_blob=True)
settings.load_profile("tst-grammar")


@pytest.fixture(scope="session", autouse=True)
def _cache_of_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TST_GRAMMAR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Folder:
    """A folder of our own, in which the command `tst` is run."""
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capfdbinary)
