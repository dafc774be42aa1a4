"""Shows that the quick suite notices each mutation in `tests/mutants.txt`.

python scripts/check_mutants.py                 # all of them, which takes a long time
python scripts/check_mutants.py --only 7        # the seventh
python scripts/check_mutants.py --only stream/  # those of the files whose path contains this

It makes each mutation in a copy of the repository and runs the tests there. The tests near the mutation run
first, and the whole quick suite only if they pass. Each of these runs is also done once without a mutation,
because a test that always fails proves nothing. The exit code is 1 if a mutation survives or no longer fits
its file.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
_LIST = Path("tests", "mutants.txt")
_ALWAYS = ("tests/test_errors.py", "tests/test_cases.py", "tests/test_laws.py", "tests/test_package.py")
"""The tests that come first for each mutation, after those of its package. The last run the doctests."""

_LONGEST = 1800
"""After this many seconds of one run, a mutation counts as noticed: it has made the code hang."""

_TESTS_FAILED = (1, 2)
"""The exit codes of pytest if a test failed or could not be imported."""


class Mutant(NamedTuple):
    """A mutation: its number from 1, the path of a file, a text that occurs there once, and the new text."""

    number: int
    path: str
    old: str
    new: str

    @property
    def near(self) -> tuple[str, ...]:
        """The tests that are most likely to notice it: those of its package, and the general ones."""
        package = Path(self.path).parts[1]
        return f"tests/{package}", *_ALWAYS

    def is_meant_by(self, name: str) -> bool:
        """Tell whether a name is the number of this mutation or a part of its path."""
        return name == str(self.number) if name.isdigit() else name in self.path

    def applied(self, text: str) -> str:
        """Return the text of the file with the mutation made in it."""
        count = text.count(self.old)
        if count != 1:
            raise SystemExit(f"mutant {self.number}: {self.path} has {self.old!r} {count} times, not once")
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """Return the mutations that are listed. The comments at the top of the list explain its format."""
    lines = (ROOT / _LIST).read_text(encoding="utf-8").splitlines()
    blocks = "\n".join(line for line in lines if not line.startswith("#")).strip().split("\n\n")
    return [_mutant(number, block.splitlines()) for number, block in enumerate(blocks, 1)]


def _mutant(number: int, block: list[str]) -> Mutant:
    match [line[:2] for line in block[1:]]:
        case ["- ", "+ "]:
            return Mutant(number, block[0], block[1][2:], block[2][2:])
    raise SystemExit(f"mutant {number} is not a path, a line with '- ' and a line with '+ ': {block}")


class Copy:
    """A copy of the repository in which tests run in `jobs` processes, as pytest's option `-n` takes them."""

    def __init__(self, folder: Path, jobs: str) -> None:
        self._folder = folder
        self._jobs = jobs
        self._passed: set[tuple[str, ...]] = set()
        for path in _files():
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
        self._check_import()

    def notices(self, mutant: Mutant) -> bool:
        """Tell whether a test fails because of a mutation."""
        for tests in (mutant.near, ("tests",)):
            self._check_passes(tests)
            with self._mutated(mutant):
                if self._failure(tests):
                    return True
        return False

    @contextlib.contextmanager
    def _mutated(self, mutant: Mutant) -> Iterator[None]:
        path = self._folder / mutant.path
        text = mutant.applied(path.read_text(encoding="utf-8"))
        original = path.rename(path.with_suffix(".original"))  # it keeps its time, on which bytecode depends
        try:
            path.write_text(text, encoding="utf-8")
            yield
        finally:
            original.replace(path)

    def _check_passes(self, tests: tuple[str, ...]) -> None:
        """Stop if the tests fail without any mutation."""
        if tests not in self._passed and (failure := self._failure(tests)):
            raise SystemExit(f"without a mutation, a test fails in {' '.join(tests)}:\n{failure}")
        self._passed.add(tests)

    def _failure(self, tests: Sequence[str]) -> str:
        """Run tests, and return the output if one fails, or else an empty text."""
        options = ("-x", "-q", "-n", self._jobs, "-p", "no:cacheprovider", "--ignore=tests/test_mutants.py")
        try:
            done = self._python("-m", "pytest", *options, *tests)
        except subprocess.TimeoutExpired:
            return f"no result after {_LONGEST} seconds"
        if done.returncode not in (0, *_TESTS_FAILED):
            raise SystemExit(f"pytest did not run:\n{done.stdout}{done.stderr}")
        return done.stdout if done.returncode else ""

    def _check_import(self) -> None:
        """Stop if Python would import the installed package and not the copy."""
        done = self._python("-c", "import tst_grammar; print(tst_grammar.__file__)")
        if Path(done.stdout.strip()) != self._folder / "tst_grammar" / "__init__.py":
            raise SystemExit(f"the copy is not imported:\n{done.stdout}{done.stderr}")

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 -- it runs our own tests
            [sys.executable, *arguments],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=_LONGEST,
        )

    @cached_property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self._folder)}


def _files() -> Iterator[Path]:
    """Yield the files of the repository that git does not ignore, and the kernel if it was built."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S603
    yield from (ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())
    yield from ROOT.glob("tst_grammar/automata/_kernel*.so")


def main() -> int:
    """Try the chosen mutations one by one, and print whether the tests notice them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="N|PATH", help="the number of a mutation, or a part of its path")
    parser.add_argument("--jobs", default="auto", metavar="N", help="how many processes run the tests")
    options = parser.parse_args()
    chosen = [each for each in mutants() if options.only is None or each.is_meant_by(options.only)]
    for mutant in chosen:  # refuse a list that is out of date before the first run
        mutant.applied((ROOT / mutant.path).read_text(encoding="utf-8"))
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve(), options.jobs)
        for mutant in chosen:
            is_noticed = copy.notices(mutant)
            survived += not is_noticed
            verdict = "killed" if is_noticed else "SURVIVED"
            print(f"{verdict} {mutant.number} {mutant.path}: {mutant.new}", flush=True)  # noqa: T201
    print(f"{len(chosen)} mutations, {survived} survived")  # noqa: T201
    return 1 if survived or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
