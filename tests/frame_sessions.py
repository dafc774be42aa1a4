"""Sessions of Spark and Ray for tests: as small as they can be, and one for all tests of a process."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

LOCAL_SPARK = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": "2",
}


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A Spark session with two threads."""
    sql = pytest.importorskip("pyspark.sql")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        session = sql.SparkSession.builder.master("local[2]").config(map=LOCAL_SPARK).getOrCreate()
        yield session
        session.stop()


@pytest.fixture(scope="session")
def ray_data() -> Iterator[Any]:
    """The module `ray.data`, with a small Ray running."""
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")  # it would write a token into the home folder
        how = {
            "num_cpus": 2,
            "include_dashboard": False,
            "log_to_driver": False,
            "object_store_memory": 100_000_000,
        }
        ray.init("local", **how)  # not one that somebody else has started
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield ray.data
        ray.shutdown()
