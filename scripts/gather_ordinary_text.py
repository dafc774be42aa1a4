"""Gathers ordinary text that holds no TST: what the linter must leave alone.

The text comes from the Debian packages below, in these versions, so that it is the same everywhere. One file
for each kind of text is written to the given folder, at most 8 MB each, 50 MB or more together:

    python scripts/gather_ordinary_text.py /tmp/ordinary

With `--languages`, it gathers documents in several languages instead, one file for each document, in a folder
for each locale:

    python scripts/gather_ordinary_text.py /tmp/languages --languages

It needs Debian 12 with its `apt-get`, `dpkg-deb` and `tar`.
"""

import gzip
import html
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

LIMIT: Final = 8_000_000
"""How many bytes of a kind are kept."""


@frozen
class Package:
    """A Debian package, its version, and which of its files are taken."""

    name: str
    version: str
    files: tuple[str, ...]
    is_source: bool = False

    @property
    def label(self) -> str:
        """What `apt-get` calls it."""
        return f"{self.name}={self.version}"


PACKAGES: Final[dict[str, tuple[Package, ...]]] = {
    "licences": (
        Package("ruby-licensee", "9.15.2-4", ("*.txt", "*.html", "*.xml")),
        Package("libsoftware-license-perl", "0.104002-1", ("*.pm",)),
        Package("texlive-base", "2022.20230122-3", ("copyright", "Licenses.gz", "*.txt")),
        Package("texlive-latex-extra", "2022.20230122-4", ("copyright", "Licenses.gz", "LICENSE*")),
        Package("nodejs-doc", "18.20.4+dfsg-1~deb12u2", ("copyright",)),
        Package("debian-policy", "4.6.2.0", ("copyright", "*.txt.gz")),
    ),
    "documentation": (
        Package("debian-reference-en", "2.100", ("*.txt.gz", "*.html")),
        Package("bash-doc", "5.2.15-2", ("*.html", "*.txt", "*.gz")),
        Package("manpages", "6.03-2", ("*.gz",)),
        Package("manpages-dev", "6.03-2", ("*.gz",)),
        Package("nodejs-doc", "18.20.4+dfsg-1~deb12u2", ("*.md", "*.html")),
        Package("perl-doc", "5.36.0-7+deb12u3", ("*.pod",)),
    ),
    "changelogs": (
        Package("glibc-doc", "2.36-9+deb12u14", ("ChangeLog*.gz", "changelog.gz", "NEWS.gz")),
        Package("vim-runtime", "2:9.0.1378-2+deb12u2", ("version*.txt",)),
        Package("git-doc", "1:2.39.5-0+deb12u3", ("RelNotes/*", "changelog.gz")),
        Package("sqlite3-doc", "3.40.1-2+deb12u2", ("changelog*",)),
        Package("util-linux", "2.38.1-5", ("*-ReleaseNotes",), is_source=True),
    ),
    "code": (
        Package("libpython3.11-testsuite", "3.11.2-6+deb12u8", ("*.py",)),
        Package("vim-runtime", "2:9.0.1378-2+deb12u2", ("*.vim",)),
        Package("util-linux", "2.38.1-5", ("*.c", "*.h", "*.sh"), is_source=True),
        Package("r-cran-rgl", "1.0.1-1", ("*.js", "*.R")),
    ),
    "mail": (
        Package("notmuch", "0.37-1", ("test/corpora/**/*",), is_source=True),
        Package("public-inbox", "1.9.0-1", ("*.eml", "*.mbox"), is_source=True),
        Package("libpython3.11-testsuite", "3.11.2-6+deb12u8", ("test_email/data/*.txt",)),
    ),
    "csv": (
        Package("python3-statsmodels", "0.13.5+dfsg-7", ("*.csv", "*.dat")),
        Package("python3-sklearn", "1.2.1+dfsg-1", ("*.csv", "*.csv.gz")),
        Package("ieee-data", "20220827.1", ("*.csv",)),
        Package("unicode-data", "15.0.0-1", ("*.txt",)),
    ),
    "latex": (
        Package("texlive-science", "2022.20230122-4", ("*.tex", "*.sty", "*.cls")),
        Package("texlive-publishers", "2022.20230122-4", ("*.tex", "*.cls", "*.bst")),
        Package("texlive-latex-extra", "2022.20230122-4", ("*.tex", "*.sty")),
        Package("texlive-latex-recommended", "2022.20230122-3", ("*.tex", "*.sty")),
    ),
    "sessions": (
        Package("jc", "1.22.5-1", ("*.out", "*.md"), is_source=True),
        Package("util-linux", "2.38.1-5", ("tests/expected/*",), is_source=True),
        Package("git-doc", "1:2.39.5-0+deb12u3", ("*.txt",)),
        Package("postgresql-doc-15", "15.18-0+deb12u1", ("*.html",)),
        Package("sqlite3-doc", "3.40.1-2+deb12u2", ("cli.html", "*guide*.html", "lang*.html")),
    ),
}

_GNUCASH: Final = ("gnucash-docs", "4.13-1")
_MANPAGES: Final = "4.18.1-1"
_REFERENCE: Final = "2.100"

IN_LANGUAGES: Final[dict[str, tuple[Package, ...]]] = {
    "de": (
        Package(*_GNUCASH, ("gnucash-*-de/*.html",)),
        Package("debian-reference-de", _REFERENCE, ("*.txt.gz",)),
        Package("manpages-de", _MANPAGES, ("*.gz",)),
    ),
    "it": (
        Package(*_GNUCASH, ("gnucash-*-it/*.html",)),
        Package("debian-reference-it", _REFERENCE, ("*.txt.gz",)),
        Package("manpages-it", _MANPAGES, ("*.gz",)),
    ),
    "pt": (
        Package(*_GNUCASH, ("gnucash-*-pt/*.html",)),
        Package("debian-reference-pt", _REFERENCE, ("*.txt.gz",)),
        Package("manpages-pt-br", _MANPAGES, ("*.gz",)),
    ),
    "fr": (
        Package("debian-reference-fr", _REFERENCE, ("*.txt.gz",)),
        Package("manpages-fr", _MANPAGES, ("*.gz",)),
    ),
    "es": (
        Package("debian-reference-es", _REFERENCE, ("*.txt.gz",)),
        Package("manpages-es", _MANPAGES, ("*.gz",)),
    ),
    "ja": (
        Package(*_GNUCASH, ("gnucash-*-ja/*.html",)),
        Package("debian-reference-ja", _REFERENCE, ("*.txt.gz",)),
    ),
    "pl": (Package("manpages-pl", "1:4.18.1-1", ("*.gz",)),),
    "ru": (Package("manpages-ru", _MANPAGES, ("*.gz",)),),
    "cs": (Package("aptitude-doc-cs", "0.8.13-5", ("*.html",)),),
    "en": (
        Package(*_GNUCASH, ("gnucash-*-en/*.html",)),
        Package("python3.11-doc", "3.11.2-6+deb12u8", ("*.rst.txt", "whatsnew/*.html", "library/*.html")),
    ),
}
"""The packages with text in a language, by its locale."""


def main(folder: Path) -> None:
    """Download and unpack the packages, and write one file for each kind."""
    unpacked = _unpacked(PACKAGES, folder)
    for kind, packages in PACKAGES.items():
        text = b"\n".join(raw for _, raw in _texts(packages, unpacked))[:LIMIT].decode("utf-8", "replace")
        (folder / f"{kind}.txt").write_text(text, encoding="utf-8", newline="")
        print(f"{kind}\t{len(text.encode()) / 1e6:.1f} MB")  # noqa: T201


def gather_languages(folder: Path) -> None:
    """Download and unpack the packages, and write one file for each document in a language."""
    unpacked = _unpacked(IN_LANGUAGES, folder)
    for locale, packages in IN_LANGUAGES.items():
        (folder / locale).mkdir(exist_ok=True)
        for number, (path, raw) in enumerate(_texts(packages, unpacked)):
            text = raw.decode("utf-8", "replace")
            if path.suffix == ".html":
                text = html.unescape(re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]*>", "", text))
            (folder / locale / f"{number:04}-{path.stem}.txt").write_text(text, encoding="utf-8", newline="")


def _unpacked(kinds: dict[str, tuple[Package, ...]], folder: Path) -> Path:
    """Download and unpack packages, and return the folder with what they hold."""
    unpacked = folder / "packages"
    unpacked.mkdir(parents=True, exist_ok=True)
    options = _with_sources(folder)
    for package in dict.fromkeys(each for kind in kinds.values() for each in kind):
        _unpack(package, unpacked, options)
    return unpacked


def _with_sources(folder: Path) -> list[str]:
    """Return options for apt-get that add the sources of the packages that this machine knows."""
    known = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    texts = [path.read_text(encoding="utf-8") for path in known if path.is_file()]
    parts, lists, cache = (folder / "apt" / name for name in ("parts", "lists", "cache"))
    for path in (parts, lists / "partial", cache / "archives" / "partial"):
        path.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(each for each in texts if "debian.org" in each):
        suffix = "sources" if "Types:" in text else "list"
        both = text.replace("Types: deb\n", "Types: deb deb-src\n")
        if suffix == "list":
            both += re.sub(r"(?m)^deb ", "deb-src ", text)
        (parts / f"{number}.{suffix}").write_text(both, encoding="utf-8")
    options = [
        f"-oDir::Etc::sourceparts={parts}",
        "-oDir::Etc::sourcelist=-",
        f"-oDir::State::lists={lists}",
        f"-oDir::Cache={cache}",
        "-oAPT::Sandbox::User=root",
    ]
    _run(["apt-get", *options, "-q", "update"], folder)
    return options


def _unpack(package: Package, unpacked: Path, options: list[str]) -> None:
    target = _folder(package, unpacked)
    if target.exists():
        return
    loaded = unpacked / "downloads" / package.name
    loaded.mkdir(parents=True, exist_ok=True)
    if package.is_source:
        _run(["apt-get", *options, "-q", "source", "--download-only", "--tar-only", package.label], loaded)
        target.mkdir()
        (archive,) = loaded.glob("*.orig.tar.?z")
        _run(["tar", "--extract", "--file", str(archive), "--directory", str(target)], loaded)
    else:
        _run(["apt-get", *options, "-q", "download", package.label], loaded)
        (archive,) = loaded.glob("*.deb")
        _run(["dpkg-deb", "--extract", str(archive), str(target)], loaded)


def _texts(packages: tuple[Package, ...], unpacked: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the paths and contents of the files of a kind, without those that are not text."""
    for package in packages:
        root = _folder(package, unpacked)
        paths = {path for each in package.files for path in root.rglob(each)}
        for path in sorted(path for path in paths if path.is_file() and not path.is_symlink()):
            raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            if b"\0" not in raw:
                yield path, raw


def _folder(package: Package, unpacked: Path) -> Path:
    kind = "source" if package.is_source else "binary"
    return unpacked / f"{package.name}-{kind}"


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    (gather_languages if "--languages" in sys.argv else main)(Path(sys.argv[1]).resolve())
