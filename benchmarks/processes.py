"""Runs the command `tst` as a process, to measure how long it takes to start and how much memory it needs."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter

from texts import KINDS, written
from timing import best_times

_UNIT = 1_000_000


def tst_command(*arguments: str) -> list[str]:
    """Return the command line that runs `tst` with this interpreter."""
    script = Path(sys.executable).with_name("tst.exe" if os.name == "nt" else "tst")
    return [str(script), *arguments] if script.exists() else [sys.executable, "-m", "tst_grammar", *arguments]


def runner() -> str:
    """Return the output of `tst --version`: the version, and what runs the automata."""
    done = _ran(tst_command("--version"), output=subprocess.PIPE)
    return " ".join(done.stdout.decode().split())


def start_times(rounds: int) -> dict[str, float]:
    """Return the shortest time of each process in seconds."""
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        'python -c "import tst_grammar"': [sys.executable, "-c", "import tst_grammar"],
        "tst --help": tst_command("--help"),
        "tst encode 5": tst_command("encode", "5"),
    }
    return best_times({name: partial(_ran, command) for name, command in commands.items()}, rounds)


def memory_of_annotate(megabytes: int) -> dict[str, float] | None:
    """Return the peak memory and the time of `tst annotate` for this much text, or None on Windows."""
    if os.name == "nt":
        return None
    # A process inherits the peak of the process that starts it, so a small one starts it
    done = _ran([sys.executable, __file__, str(megabytes)], output=subprocess.PIPE)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def _ran(command: list[str], output: int = subprocess.DEVNULL) -> subprocess.CompletedProcess[bytes]:
    """Run a command outside the repository, where Python would import the source instead of the package."""
    return subprocess.run(command, stdout=output, check=True, cwd=gettempdir())


def _feed(megabytes: int) -> dict[str, float]:
    import resource  # noqa: PLC0415 -- Windows does not have it

    unit = "".join(written(kind, _UNIT // len(KINDS)) for kind in KINDS).encode()
    start = perf_counter()
    with subprocess.Popen(
        tst_command("annotate"), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        if process.stdin:
            for _ in range(megabytes * 1_000_000 // len(unit)):
                process.stdin.write(unit)
            process.stdin.close()
    if process.returncode:
        raise SystemExit(process.returncode)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    scale = 1 if sys.platform == "darwin" else 1024
    return {"MB": megabytes, "peak MB": peak * scale / 1e6, "seconds": perf_counter() - start}


if __name__ == "__main__":
    print(json.dumps(_feed(int(sys.argv[1]))))
