"""Lints and fixes files and folders, each file with the settings that apply to it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from warnings import warn

from attrs import field, frozen

from tst_grammar.diagnostics import represented
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.json_fields import Fields, is_json_lines
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import check_line_delimiters, column_kind, encoded, source_of
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.project.annotated_file import LintedFile
from tst_grammar.linter.project.discovery import files_of, leads_out, raise_error
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.project.settings_files import Configuration
from tst_grammar.linter.project.text_file import LintedText
from tst_grammar.linter.reports.located import Located
from tst_grammar.option_checks import checked_flag

OnError = Callable[[TstGrammarError], None]
"""Called with the error of a file that cannot be linted, before the next file."""


def lint_paths(
    paths: Iterable[str | PathLike[str]],
    settings: Settings | None = None,
    *,
    against: str | PathLike[str] | None = None,
    on_error: OnError | None = None,
) -> Iterator[Located]:
    """Yield the findings in files and folders.

    `settings` apply to all files. Without them, each file has the settings of the nearest `tst.toml` or
    `pyproject.toml`. `against` is the source of the one file that is linted: its numbers are compared.
    `on_error` is called with the error of a file that cannot be linted, and linting continues with the
    next file; without it, the error is raised.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "notes.md").write_text("It has 1m 23k 456 cells.")
    ...     for found in lint_paths([folder]):
    ...         print(found.start.line, found.start.column, found.diagnostic.message)
    1 11 '23k' has 2 digits: a group after the first has 3 digits
    """
    files = _files(paths, settings, against=against)
    return files.each(lambda file: file.findings(), on_error or raise_error)


def fix_paths(
    paths: Iterable[str | PathLike[str]],
    settings: Settings | None = None,
    *,
    unsafe: bool = False,
    on_error: OnError | None = None,
) -> Iterator[Located]:
    """Fix files and folders in place, and yield the findings that are left.

    A file is fixed when the iterator reaches it. Only safe fixes are applied, unless `unsafe` is true.
    The other options are those of `lint_paths`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     notes = Path(folder, "notes.md")
    ...     written = notes.write_text("It has 1m 234K 567 cells.")
    ...     list(fix_paths([notes])), notes.read_text()
    ([], 'It has 1m 234k 567 cells.')
    """
    checked_flag("unsafe", unsafe)

    def left(file: LintedFile) -> Iterator[Located]:
        fix_file(file, unsafe=unsafe)
        return file.findings()

    files = _files(paths, settings, is_fixing=True)
    if "-" in files.paths:
        raise OptionError("standard input cannot be fixed in place: name files", fault="unwriteable")
    return files.each(left, on_error or raise_error)


def fix_file(file: LintedFile, *, unsafe: bool) -> None:
    """Apply fixes to a file, which stays untouched if there is nothing to fix."""
    if any(before != after for before, after in file.changes(unsafe=unsafe)):
        with replaced(file.source.path, in_place=True) as target:
            for _, text in file.changes(unsafe=unsafe):
                target.write(encoded(text))


@frozen(kw_only=True)
class LintedFiles:
    """The files of one run. Options that are wrong for every file are refused at once."""

    paths: list[str]
    configuration: Configuration = field(factory=Configuration)
    against: str | None = None
    is_fixing: bool = False
    is_binary: bool = False
    """Whether files that are not text are linted too."""
    stdin_name: str = "-"
    """The name of standard input, which chooses its settings."""
    stdin_is_json: bool = False
    warned: Callable[[str], None] = warn
    """Called with a message about a file that was linted but is probably not what the user meant."""

    def __attrs_post_init__(self) -> None:
        settings = self.configuration.defaults
        Fields.of(settings.field)
        linter_for(
            scheme=settings.scheme,
            locale=settings.locale,
            separator=settings.separator,
            skip=settings.skip,
            delimiters=settings.delimiters,
            selection=settings.selection_for("-"),
        )
        if self.against is not None:
            self._check_comparison(self.against)

    def found(self, failed: OnError) -> Iterator[str]:
        """Yield the path of each file; `failed` is called with the error of a path that cannot be read."""
        return files_of(self.paths, self.configuration, failed)

    def each(self, run: Callable[[LintedFile], Iterator[Located]], failed: OnError) -> Iterator[Located]:
        """Yield the findings that `run` gives for each file; `failed` is called with the error of a file."""
        for path in self.found(failed):
            try:
                with self.opened(path) as file:
                    yield from run(file)
            except TstGrammarError as error:
                failed(error)

    def settings_for(self, path: str) -> Settings:
        """Return the settings that apply to a file, by its name in reports."""
        return self.configuration.for_file(self.stdin_name if path == "-" else path)

    @contextmanager
    def opened(self, path: str) -> Iterator[LintedFile]:
        """Open a file with the settings that apply to it."""
        name = self.stdin_name if path == "-" else path
        settings = self.settings_for(path)
        is_json = is_json_lines(name) or (name == "-" and self.stdin_is_json)
        if is_json and not settings.field:
            problem = "use --field, or field in the settings, to name the fields of its lines to lint"
            raise OptionError(f"{name}: {problem}", fault="field")
        if path != "-" and not self.is_binary and (kind := column_kind(path)):
            problem = f"{kind} files are linted only with --output-dir, or with convert_files and a LintTask"
            raise OptionError(f"{name}: {problem}", fault="not-text")
        if not is_json:
            check_line_delimiters(settings.delimiters)
        if self.is_fixing and path != "-" and not Path(path).is_file():
            raise OptionError(f"cannot fix {path}: it is not a regular file", fault="unwriteable")
        if self.is_fixing and path != "-" and leads_out(path, self.paths):
            problem = (
                f"it is a link to {Path(path).resolve()}, outside the folders named: name that file to fix it"
            )
            raise OptionError(f"cannot fix {path}: {problem}", fault="unwriteable")
        with source_of(path, again=self.is_fixing, is_binary=self.is_binary) as source:
            yield _kind(is_json=is_json)(source, name, settings, self.against, self.warned)

    def _check_comparison(self, source: str) -> None:
        if len(self.paths) != 1:
            given = f"{len(self.paths)} paths"
        elif Path(self.paths[0]).is_dir():
            given = f"the directory {self.paths[0]}"
        elif self.paths == [source]:
            given = f"{self.paths[0]} as both"
        else:
            return
        raise OptionError(
            f"--against compares one annotated file with its source, but was given {given}: "
            "write tst lint --against SOURCE ANNOTATED, or lint_paths([ANNOTATED], against=SOURCE)",
            fault="against",
        )


def _kind(*, is_json: bool) -> type[LintedFile]:
    """Return the class of a file with JSON lines, or of a file with text."""
    if is_json:
        from tst_grammar.linter.project.json_lines_file import LintedFields  # noqa: PLC0415 -- slow to import

        return LintedFields
    return LintedText


def _files(
    paths: Iterable[str | PathLike[str]],
    settings: Settings | None,
    *,
    against: str | PathLike[str] | None = None,
    is_fixing: bool = False,
) -> LintedFiles:
    if isinstance(paths, str | PathLike):
        raise TypeError(f"paths takes a list of paths, not one path: [{represented(fspath(paths))}]")
    if not isinstance(settings, Settings | None):
        raise TypeError(f"settings takes Settings, not {type(settings).__name__}")
    return LintedFiles(
        paths=[fspath(path) for path in paths],
        configuration=Configuration(only=settings),
        against=None if against is None else fspath(against),
        is_fixing=is_fixing,
    )
