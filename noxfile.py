"""The tasks of this repository, one session each. `.ci/run` runs them too."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree as ET

import nox

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
INPUTS = ROOT / "scripts" / "inputs"
PYTHONS = ("3.11", "3.12", "3.13")
OTHER_PACKAGES = ".[test,hf,show,pdf,models,decoding,lsp,ntl,experiments,zstd]"
FRAMES = "pandas,polars,duckdb,datasets,datatrove,ray,spark"

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "virtualenv"
nox.options.error_on_missing_interpreters = False
nox.options.reuse_venv = "yes"
nox.options.sessions = ["tests-3.11", "lint"]


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the quick suite, or the tests that are named after `--`."""
    _install(session, ".[test]")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(python=PYTHONS)
def dist(session: nox.Session) -> None:
    """Build the sdist, a wheel with the kernel and one without it into `dist/`, and check them."""
    _install(session, "build", "wheels")
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("python", "-m", "build", env={"TST_GRAMMAR_KERNEL": "1"})
    session.run("python", "-m", "build", "--wheel", env={"TST_GRAMMAR_KERNEL": "0"})
    session.run("twine", "check", "--strict", *map(str, DIST.iterdir()))
    session.run("auditwheel", "show", *map(str, DIST.glob("*-cp*.whl")))


@nox.session(python=PYTHONS, reuse_venv=False)
@nox.parametrize("pattern", ["*-cp{}-*.whl", "*-none-any.whl", "*.tar.gz"], ids=["native", "pure", "sdist"])
def installed(session: nox.Session, pattern: str) -> None:
    """Run the quick suite, or the tests named after `--`, on what `dist` built, outside of the checkout."""
    (built,) = DIST.glob(pattern.format(str(session.python).replace(".", "")))
    _install(session, f"{built}[test]")
    version = str(session.run("tst", "--version", silent=True))
    if ("native kernel" in version) == ("none" in pattern):
        session.error(f"this is not what was built: {version}")
    with _outside() as outside, session.chdir(outside):
        session.run("pytest", "-n", "auto", *session.posargs)


@nox.session
def pyodide(session: nox.Session) -> None:
    """Run the quick suite, or the tests named after `--`, in Pyodide: Python 3.14, no kernel. Needs npm."""
    site = ROOT / "scripts" / "site"
    session.run("npm", "ci", "--prefix", str(site), external=True)
    wheels = Path(session.create_tmp()) / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    _download_for_pyodide(session, wheels)
    env = {"TST_GRAMMAR_KERNEL": "0"}
    session.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(ROOT), env=env)
    with _outside() as outside:
        node = ("node", str(site / "run_tests.mjs"), str(wheels), str(outside))
        session.run(*node, *session.posargs, external=True)


@nox.session
def deep(session: nox.Session) -> None:
    """Run the deep suite: all schemes, all locales, many random examples. `-- --share 1/10` runs a tenth."""
    _install(session, ".[test]")
    session.run("pytest", "-n", "auto", "--deep", *session.posargs)


@nox.session(python="3.11")
def mutants(session: nox.Session) -> None:
    """Check that the quick suite notices each mutation in `tests/mutants.txt`."""
    _install(session, ".[test]")
    session.run("python", "scripts/check_mutants.py", *session.posargs)


@nox.session
def engines(session: nox.Session) -> None:
    """Run the cases with each engine."""
    _install(session, ".[test]")
    for engine in ("native", "python", "lark"):
        env = {"TST_GRAMMAR_ENGINE": engine}
        session.run("pytest", "-n", "auto", "tests/test_cases.py", "tests/test_engine.py", env=env)


@nox.session
def extras(session: nox.Session) -> None:
    """Run the tests that need other packages, and fail if one is skipped."""
    _install(session, OTHER_PACKAGES, "engines", "evaluation", "frames", "figures", "places")
    files = sorted(set((ROOT / "tests").rglob("test_*.py")) - set((ROOT / "tests" / "frames").iterdir()))
    found = [str(path) for path in files if "importorskip" in path.read_text(encoding="utf-8")]
    _test_all(session, *found)


@nox.session(python="3.11")
def frames(session: nox.Session) -> None:
    """Run the tests of the engines for data frames, and of their clusters. They need Java 17."""
    _install(session, f".[test,{FRAMES}]", "frames")
    # In one process, all tests share one Spark and one Ray, which take seconds to start
    _test_all(session, "-n", "0", "tests/frames", *session.posargs)


@nox.session(python="3.11")
def experiments(session: nox.Session) -> None:
    """Repeat a part of the study, and compare it with the committed results; `-- resume` runs all of it."""
    _install(session, "--editable=.[experiments]")
    session.run("python", "-m", "experiments", *(session.posargs or ("resume", "--subset", "quick")))


@nox.session(python="3.11")
def editors(session: nox.Session) -> None:
    """Build the extension for VS Code, and try it there. Needs npm and Chromium."""
    _install(session, ".[lsp]")
    folder, editor = (str(ROOT / "editors" / name) for name in ("vscode", "vscode-test"))
    session.run("npm", "ci", "--prefix", folder, external=True)
    session.run("npm", "run", "package", "--prefix", folder, external=True)
    session.run("npm", "ci", "--ignore-scripts", "--prefix", editor, external=True)
    session.run("npm", "run", "editor", "--prefix", editor, external=True)
    command = shutil.which("tst", path=session.bin)
    session.run("npm", "test", "--prefix", editor, external=True, env={"TST": command})


@nox.session(python="3.11")
def llama(session: nox.Session) -> None:
    """Check that llama.cpp accepts the numbers of each scheme and no others. Needs npm."""
    _install(session, ".")
    folder = str(ROOT / "scripts" / "llama")
    # not npm ci: it wants the packages of all systems in the registry, even those that are left out
    npm = ("npm", "install", "--no-save", "--ignore-scripts", "--omit=optional")
    session.run(*npm, "--prefix", folder, external=True)
    session.run("python", "scripts/check_llama.py")


@nox.session
def kernel(session: nox.Session) -> None:
    """Check how the kernel uses memory, and that it agrees with plain Python and with Lark."""
    _install(session, ".[test]")
    session.run("scripts/check_kernel.sh", external=True, env={"PYTHON": "python"})


@nox.session(python="3.11")
def lint(session: nox.Session) -> None:
    """Check the format, the code, the types and the layers of the packages."""
    _install(session, ".[test]", "lint")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")
    session.run("mypy", "--platform", "win32", "tst_grammar")
    session.run("lint-imports")


@nox.session(python="3.11")
def docs(session: nox.Session) -> None:
    """Write the generated pages, and run the examples of all pages."""
    _install(session, ".[test]", "bench")
    session.run("python", "docs/generate.py")
    session.run("python", "benchmarks/report.py")
    session.run("tst", "show", "111111.111", "--svg", "docs/how-to/tokens.svg")
    _write(session, "docs/reference/readers.md", "python", "benchmarks/compare_readers.py")
    session.run("pytest", "-n", "auto", "tests/test_docs.py")


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation as a site with the playground into `build/site`. It needs npm."""
    _build_site(session)


@nox.session
def browser(session: nox.Session) -> None:
    """Test the site in Chromium, below a path: `apt-get install chromium` installs it."""
    _install(session, ".[test]", "site", "browser")
    _build_site(session, {"SITE_URL": "http://127.0.0.1/some/path/"})
    session.run("pytest", "--site", "build/site", "tests/browser", *session.posargs)


@nox.session
def serve(session: nox.Session) -> None:
    """Build the site, and serve it on this computer."""
    _build_site(session)
    session.run("python", "-m", "http.server", "8000", "--bind", "127.0.0.1", "--directory", "build/site")


@nox.session(python="3.11")
def extractors(session: nox.Session) -> None:
    """Compare extractors of answers, and write the page about it. One of them conflicts with the extras."""
    _install(session, ".", "extractors")
    _write(session, "docs/reference/answers.md", "python", "benchmarks/compare_answers.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure our speed and that of other programs, and write the figures and the page about them."""
    _install(session, OTHER_PACKAGES, "bench")
    session.run("python", "benchmarks/speed.py", *session.posargs)


@nox.session(python="3.11")
def data(session: nox.Session) -> None:
    """Generate the data again: locales from CLDR and ICU, and tables from the grammars."""
    session.install("--require-hashes", "--requirement", str(INPUTS / "requirements.txt"))
    _install(session, "--editable=.")
    session.run("npm", "ci", "--prefix", str(INPUTS))
    session.run("python", "scripts/make_locales.py", "extract", str(INPUTS / "node_modules"))
    _write(session, "scripts/icu_money.json", "node", "scripts/make_icu_money.mjs")
    session.run("python", "scripts/make_locales.py", "table")
    session.run("python", "scripts/make_currencies.py")
    _write(session, "tst_grammar/automata/unicode.json", "node", "scripts/make_unicode.mjs")
    _write(session, "tests/data/icu.tsv", "node", "scripts/make_icu_rows.mjs")
    session.run("python", "scripts/make_tables.py", *session.posargs)


def _install(session: nox.Session, package: str, *groups: str) -> None:
    """Install this package and dependency groups, in the versions of `constraints.txt`."""
    project = nox.project.load_toml(ROOT / "pyproject.toml")
    needs = nox.project.dependency_groups(project, *groups)
    session.install(package, *needs, "--constraint", str(ROOT / "constraints.txt"))


def _download_for_pyodide(session: nox.Session, target: Path) -> None:
    """Download what the tests need there. The others are skipped: see `tests/pyodide_limits.py`."""
    platform = (
        "--platform",
        "pyemscripten_2026_0_wasm32",
        "--python-version",
        "3.14",
        "--implementation",
        "cp",
    )
    abis = ("--abi", "cp314", "--abi", "none")
    options = ("--quiet", "--only-binary=:all:", "--constraint", str(ROOT / "constraints.txt"))
    packages = ("attrs", "babel", "hypothesis", "interegular", "lark", "pytest", "pytest-xdist", "setuptools")
    session.run("pip", "download", *options, *platform, *abis, "--dest", str(target), *packages)


@contextmanager
def _outside() -> Iterator[Path]:
    """Copy the files of the repository without the package to a folder for a while.

    It is not in the checkout, whose `.gitignore` would hide from the linter what tests write there.
    """
    with tempfile.TemporaryDirectory() as name:
        outside = Path(name)
        for file in _files():
            (outside / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, outside / file)
        yield outside


def _build_site(session: nox.Session, settings: dict[str, str] | None = None) -> None:
    """Build the site; every warning is an error."""
    _install(session, ".", "site")
    session.run("npm", "ci", "--prefix", str(ROOT / "scripts" / "site"), external=True)
    session.run("python", "scripts/site/collect_runtime.py")
    env = {"NO_MKDOCS_2_WARNING": "1", **(settings or {})}
    session.run("mkdocs", "build", "--strict", "--quiet", env=env)


def _test_all(session: nox.Session, *arguments: str) -> None:
    """Run tests that need other packages, and fail if one is skipped."""
    report = Path(session.virtualenv.location) / "report.xml"
    session.run("pytest", "-n", "auto", "-rs", f"--junitxml={report}", *arguments)
    if ET.parse(report).find(".//skipped") is not None:  # noqa: S314 -- pytest wrote it
        session.error("a test of another package was skipped")


def _files() -> list[str]:
    """Return the files of the repository without the package."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S607
    return [name for name in listed.stdout.splitlines() if not name.startswith("tst_grammar/")]


def _write(session: nox.Session, path: str, *command: str) -> None:
    """Write the output of a command to a file, if the command succeeds."""
    written = session.run(*command, silent=True, stderr=subprocess.DEVNULL)
    (ROOT / path).write_text(str(written), encoding="utf-8")
