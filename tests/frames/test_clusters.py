"""Jobs on clusters of two workers, of which one is stopped while both are busy."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import cluster_job
import pytest

import tst_grammar as tst

pa: Any = pytest.importorskip("pyarrow")
pq: Any = pytest.importorskip("pyarrow.parquet")

FILES, ROWS = 12, 200
TEXTS = [f"It rose by {row},{row % 7}00.5 to 1234567.89" for row in range(FILES * ROWS)]


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """A folder with Parquet files, one for the result, and one for marks."""
    (source, target, marks) = (tmp_path / name for name in ("in", "out", "marks"))
    source.mkdir()
    marks.mkdir()
    for file in range(FILES):
        rows = range(file * ROWS, (file + 1) * ROWS)
        pq.write_table(
            pa.table({"id": rows, "text": [TEXTS[row] for row in rows]}), source / f"{file:02}.parquet"
        )
    return [*map(str, (source, target, marks))]


@contextmanager
def running(*command: str, log: Path, **variables: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program while the block runs, with its output in a file, and stop all that it started too."""
    variables = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), **variables}
    with (
        log.open("wb") as output,
        subprocess.Popen(
            command, stdout=output, stderr=output, env=variables, start_new_session=True
        ) as process,
    ):
        try:
            yield process
        finally:
            stop(process)


def stop(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def job(engine: str, *arguments: str, log: Path, **variables: str) -> Any:
    """Run the job of `cluster_job.py`."""
    return running(sys.executable, cluster_job.__file__, engine, *arguments, log=log, **variables)


def check(process: "subprocess.Popen[bytes]", log: Path, target: str) -> None:
    """Wait for the end of a job, and check that each row is there once, and right."""
    assert process.wait(timeout=600) == 0, log.read_text(encoding="utf-8", errors="replace")[-4000:]
    rows = pq.read_table(target).sort_by("id")
    assert rows["id"].to_pylist() == [*range(FILES * ROWS)]
    assert rows["text"].to_pylist() == [tst.annotate(text) for text in TEXTS]


def test_a_job_on_ray_survives_the_loss_of_a_node(folders: list[str], tmp_path: Path) -> None:
    pytest.importorskip("ray")
    log = tmp_path / "log"
    with job("ray", *folders, log=log, RAY_AUTH_MODE="disabled") as process:
        check(process, log, folders[1])
    assert (Path(folders[2]) / "stopped").exists()


def test_a_job_on_spark_survives_the_loss_of_a_worker(folders: list[str], tmp_path: Path) -> None:
    pyspark = pytest.importorskip("pyspark")
    home = Path(pyspark.__file__).parent
    port, marks, log = free_port(), Path(folders[2]), tmp_path / "log"
    master = f"spark://127.0.0.1:{port}"
    program = (str(home / "bin" / "spark-class"), "org.apache.spark.deploy")
    variables = {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
    with ExitStack() as stack:

        def daemon(kind: str, *arguments: str, name: str) -> "subprocess.Popen[bytes]":
            command = (program[0], f"{program[1]}.{kind}", "--host", "127.0.0.1", *arguments)
            return stack.enter_context(running(*command, log=tmp_path / name, **variables))

        daemon("master.Master", "--port", port, "--webui-port", "0", name="master")
        workers = [
            daemon(
                "worker.Worker",
                *("--cores", "1", "--memory", "1g", "--webui-port", "0"),
                *("--work-dir", str(tmp_path / name), master),
                name=f"{name}-log",
            )
            for name in ("first", "second")
        ]
        with job("spark", *folders, master, log=log, PYSPARK_PYTHON=sys.executable) as process:
            cluster_job.wait_for(marks, "waiting-*", 2)
            stop(workers[0])
            (marks / "go").touch()
            check(process, log, folders[1])
