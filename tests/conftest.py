"""Hypothesis without deadlines, as a slow machine is no fault, and a cache of tables of our own."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("tst-grammar", deadline=None, print_blob=True)
settings.load_profile("tst-grammar")


@pytest.fixture(scope="session", autouse=True)
def _cache_of_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TST_GRAMMAR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
