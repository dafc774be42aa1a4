"""Annotates a folder of Parquet files on a cluster: `cluster_job.py ENGINE SOURCE TARGET MARKS [MASTER]`.

Each task leaves a file in the folder MARKS. All but the first few then wait there for the file `go`, so that
a test can stop a worker while both are busy. It is a program because a process has only one session of an
engine.
"""

import sys
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

FREE = 4
"""How many tasks do not wait."""
SECONDS = 300
"""How long anything waits at most."""


def wait_for(folder: Path, pattern: str, count: int) -> None:
    """Wait until a folder has so many files."""
    end = monotonic() + SECONDS
    while len([*folder.glob(pattern)]) < count:
        if monotonic() > end:
            raise TimeoutError(pattern)
        sleep(0.05)


def gate(table: Any, marks: Path) -> Any:
    """Return a table; all tasks but the first few wait before."""
    is_free = len([*marks.iterdir()]) < FREE
    (marks / f"{'free' if is_free else 'waiting'}-{uuid.uuid4().hex}").touch()
    if not is_free:
        wait_for(marks, "go", 1)
    return table


def on_spark(source: Path, target: Path, marks: Path, master: str) -> None:
    """Run the job on a standalone cluster, which the test has started."""
    from frame_sessions import LOCAL_SPARK  # noqa: PLC0415 -- one engine in each process
    from pyspark.sql import SparkSession  # noqa: PLC0415

    from tst_grammar.columns import spark as frames  # noqa: PLC0415

    settings = {**LOCAL_SPARK, "spark.executor.memory": "512m", "spark.sql.files.openCostInBytes": "1g"}
    session = SparkSession.builder.master(master).config(map=settings).getOrCreate()

    def gated(batches: Iterable[Any]) -> Iterator[Any]:
        from cluster_job import gate  # noqa: PLC0415 -- the workers import it

        return (gate(batch, marks) for batch in batches)

    frame = session.read.parquet(str(source))
    frames.annotate(frame.mapInArrow(gated, frame.schema), "text").write.parquet(str(target))
    session.stop()


def on_ray(source: Path, target: Path, marks: Path) -> None:
    """Run the job on a cluster of two nodes, and stop one of them when both are busy."""
    import pyarrow.parquet as pq  # noqa: PLC0415 -- one engine in each process
    import ray  # noqa: PLC0415
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    from tst_grammar.columns import ray as frames  # noqa: PLC0415

    node = {"num_cpus": 1, "object_store_memory": 100_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    second = cluster.add_node(**node)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)

    def stop_the_second() -> None:
        wait_for(marks, "waiting-*", 2)
        cluster.remove_node(second, allow_graceful=False)
        (marks / "stopped").touch()
        (marks / "go").touch()

    stopper = Thread(target=stop_the_second)
    stopper.start()
    blocks = ray.data.from_arrow([pq.read_table(path) for path in sorted(source.glob("*.parquet"))])
    gated = blocks.map_batches(gate, batch_format="pyarrow", fn_args=[marks])
    frames.annotate(gated, "text").write_parquet(str(target))
    stopper.join()
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    engine, *paths = sys.argv[1:]
    {"spark": on_spark, "ray": on_ray}[engine](*map(Path, paths[:3]), *paths[3:])  # type: ignore[operator]
