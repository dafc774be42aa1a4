"""The files that `tst lint` is to look at, each with what the command line and the settings say of it."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import evolve

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.jsonl import Fields
from tst_grammar.files.streams import source_of
from tst_grammar.language.scheme import find_scheme, with_settings
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.project.annotated_file import LintedFile
from tst_grammar.linter.project.discovery import files_of, is_json_lines
from tst_grammar.linter.project.json_lines_file import LintedFields
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.project.settings_files import Configuration
from tst_grammar.linter.project.text_file import LintedText


class LintedFiles:
    """The files of one call; options that no file can be looked at with are refused at once."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._configuration = Configuration(self._chosen)
        self.paths: list[str] = options.paths or ["-"]
        self._check()

    def found(self, failed: Callable[[TstGrammarError], None]) -> Iterator[str]:
        """Yield the path of each file; `failed` hears of a path for which there is none."""
        return files_of(self.paths, self._configuration, failed)

    @contextmanager
    def opened(self, path: str) -> Iterator[LintedFile]:
        """Give a file with the settings that count for it."""
        name = (self._options.stdin_filename or "-") if path == "-" else path
        settings = self._configuration.for_file(name)
        is_json = is_json_lines(name) or (name == "-" and self._options.field)
        if is_json and not settings.field:
            raise OptionError(
                f"{name}: say with --field which strings of its lines to look at", fault="field"
            )
        if not is_json and "\n" in "".join(settings.delimiters or ()):
            raise OptionError(
                "delimiters in files are without line ends: they are read by lines", fault="delimiters"
            )
        if self._options.fix and path != "-" and not Path(path).is_file():
            raise OptionError(f"cannot mend {path}: it is no file that stays", fault="unwriteable")
        with source_of(path, again=self._options.fix) as source:
            make = LintedFields if is_json else LintedText
            yield make(source, name, settings, self._options.against)

    def _check(self) -> None:
        """Refuse options that no file can be looked at with."""
        options = self._options
        settings = self._chosen(Settings())
        settings.selection_for("-")
        Fields.of(settings.field)
        linter_for(scheme=settings.scheme, locale=settings.locale, delimiters=settings.delimiters)
        if options.against is None:
            return
        if options.fix or options.diff:
            raise OptionError("--against only looks at a file: leave out --fix and --diff", fault="against")
        if len(self.paths) != 1:
            given = f"{len(self.paths)} paths"
        elif Path(self.paths[0]).is_dir():
            given = f"the directory {self.paths[0]}"
        elif self.paths == [options.against]:
            given = f"{self.paths[0]} as both"
        else:
            return
        raise OptionError(
            f"--against compares one annotated file with its source, but was given {given}: "
            "write tst lint --against SOURCE ANNOTATED",
            fault="against",
        )

    def _chosen(self, settings: Settings) -> Settings:
        """Return settings with what the command line says instead."""
        options = self._options
        scheme = find_scheme(options.preset) if options.preset else settings.scheme
        return evolve(
            settings.choosing(options.select, options.ignore),
            scheme=with_settings(scheme, options.changes),
            locale=options.locale or settings.locale,
            delimiters=tuple(options.delimiters) if options.delimiters else settings.delimiters,
            field=tuple(options.field) or settings.field,
        )
