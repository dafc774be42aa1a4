"""The commands `lint` and `rule`: check and fix files, and explain rules."""

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from attrs import define, evolve, field

from tst_grammar.cli.jobs.job_options import is_job
from tst_grammar.cli.standard_input import announce_keyboard, require_files
from tst_grammar.cli.user_messages import counted, report
from tst_grammar.diagnostics import visible
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import encoded, kept
from tst_grammar.language.schemes import find_scheme, with_settings
from tst_grammar.linter.project.annotated_file import LintedFile, is_fixable
from tst_grammar.linter.project.lint_paths import LintedFiles, fix_file
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.project.settings_files import Configuration
from tst_grammar.linter.reports import FOR_PEOPLE, written
from tst_grammar.linter.reports.colors import takes_colors
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.statistics import FileStatistics, statistics
from tst_grammar.linter.reports.summary import FINE, PLAIN
from tst_grammar.rules import CODES, find_rule
from tst_grammar.rules.rule import Rule

_LINE_END = "\n"
_T = TypeVar("_T")
_Write = Callable[[str], object]


def run_lint(options: Namespace) -> int:
    """Check annotated text, and fix it if asked to."""
    require_files((path for path in options.paths if not set(path) & set("*?[")), options.command)
    if is_job(options):
        from tst_grammar.cli.jobs.job_commands import run_task  # noqa: PLC0415 -- few runs are jobs
        from tst_grammar.linter.project.lint_task import LintTask  # noqa: PLC0415

        configuration = Configuration(lambda settings: _settings(options, settings))
        return run_task(options, LintTask(settings=configuration.for_folder(Path())))
    run = _Run(options)
    if not options.paths or "-" in options.paths:
        announce_keyboard("text")
    with _output(options) as write:
        (run.diff if options.diff else run.report)(write)
    return run.code()


def run_rule(options: Namespace) -> int:
    """Explain the named rules, or all of them."""
    if bool(options.rules) == options.all:
        raise OptionError("name rules by code or by name, or use --all", fault="unknown-rule")
    rules = list(map(find_rule, CODES if options.all else options.rules))
    if options.output_format == "json":
        explained = list(map(_explained, rules))
        shown = explained[0] if len(options.rules) == 1 else explained
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        print("\n".join(f"# {rule.name} ({rule.code})\n\n{rule.documentation}" for rule in rules), end="")
    return 0


def _explained(rule: Rule) -> dict[str, str]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "summary": rule.summary,
        "fix": rule.section("Fix safety").partition(":")[0].lower(),
        "explanation": rule.documentation,
    }


class _Run:
    """One run of `tst lint`: its files, and the counts of findings and fixes so far."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._files = _files(options)
        self._is_found = False
        self._has_rules = False
        self._fixed: list[int] = []
        self._failures = _Failures()

    def report(self, write: _Write) -> None:
        """Write the findings, or their counts."""
        options = self._options
        is_shown = not options.output_file
        color = is_shown and takes_colors(sys.stderr if _is_filter(options) else sys.stdout)
        if options.statistics:
            lines = statistics(self._statistics(), as_json=options.output_format == "json")
        else:
            found = self._each(self._findings_of)
            lines = written(found, options.output_format, color=color, note=self._note)
        for line in lines:
            if not (line.startswith(FINE) and self._unchecked()):  # what was not checked may not be fine
                write(line)
        has_only_failed = self._failures.messages and not self._failures.has_linted
        if options.output_format in FOR_PEOPLE and not options.statistics and not has_only_failed:
            write("".join(f"{line}\n" for line in self._unchecked()))
        if self._fixed:
            report(f"fixed {counted(sum(self._fixed), 'finding')} in {counted(len(self._fixed), 'file')}")

    def _unchecked(self) -> list[str]:
        """Return the lines that say what was not checked."""
        lines = self._failures.counts()
        if self._failures.has_linted and not self._has_rules:
            lines.append("No rule is selected, so nothing was checked.")
        if not (self._failures.has_linted or lines):
            lines.append("There was no file to check.")
        return lines

    def diff(self, write: _Write) -> None:
        """Write what --fix would change as a diff."""
        from tst_grammar.linter.reports.unified_diffs import unified  # noqa: PLC0415 -- few runs write it

        is_shown = not self._options.output_file and sys.stdout.isatty()
        for line in self._each(
            lambda file: unified(file.name, file.changes(unsafe=self._options.unsafe_fixes))
        ):
            self._is_found = self._options.fail_on != "never"
            write(_visible_lines(line) if is_shown else line)

    @property
    def _note(self) -> str:
        name = self._files.stdin_name
        return "" if self._files.configuration.for_file(name).selection_for(name).has_plain else PLAIN

    def code(self) -> int:
        """Return the exit code. Files of a folder that cannot be linted leave it to the others."""
        if self._failures.are_fatal:
            return 2
        return 1 if self._is_found else 0

    def _each(self, run: Callable[[LintedFile], Iterator[_T]]) -> Iterator[_T]:
        """Yield what a function gives for each file, and report the files for which it fails."""
        files, failures = self._files, self._failures
        for path in files.found(failures.fail):
            try:
                files.settings_for(path)
            except TstGrammarError as error:
                failures.fail(error, is_file=True)
                continue
            try:
                with files.opened(path) as file:
                    self._has_rules |= bool(file.settings.selection_for(file.name).codes)
                    yield from run(file)
                failures.has_linted = True
            except TstGrammarError as error:
                is_fatal = path in files.paths or error.fault == "unwriteable"
                failures.fail(error, is_file=True, is_fatal=is_fatal)

    def _statistics(self) -> Iterator[FileStatistics]:
        """Yield the counts of each file, after fixing it if asked to."""

        def counts(file: LintedFile) -> Iterator[FileStatistics]:
            counted = FileStatistics(file.name)
            for found in self._findings_of(evolve(file, counts=counted)):
                counted.add(found)
            yield counted

        return self._each(counts)

    def _findings_of(self, file: LintedFile) -> Iterator[Located]:
        """Yield the findings in a file, after fixing it if asked to."""
        fail_on = self._options.fail_on
        for found in self._unfixed(file) if self._options.fix else file.findings():
            self._is_found |= fail_on in ("warning", found.diagnostic.severity)
            yield found

    def _unfixed(self, file: LintedFile) -> Iterator[Located]:
        """Fix a file, and yield the findings that are left."""
        fixable = sum(map(self._is_fixable, evolve(file, counts=None).findings()))
        with self._fixing(file, is_needed=fixable > 0) as fixed:
            for found in fixed.findings():
                fixable -= self._is_fixable(found)
                yield found
        if fixable > 0:
            self._fixed.append(fixable)

    @contextlib.contextmanager
    def _fixing(self, file: LintedFile, *, is_needed: bool) -> Iterator[LintedFile]:
        """Fix a file and give the fixed one. The fixed text of standard input goes to standard output."""
        unsafe, path = self._options.unsafe_fixes, file.source.path
        if path == "-":
            with kept(path, (encoded(text) for _, text in file.changes(unsafe=unsafe))) as source:
                sys.stdout.buffer.writelines(source.blocks(lambda _: None))
                sys.stdout.flush()
                yield evolve(file, source=source)
            return
        if is_needed:
            fix_file(file, unsafe=unsafe)
        yield file

    def _is_fixable(self, found: Located) -> bool:
        return is_fixable(found.diagnostic, unsafe=self._options.unsafe_fixes)


@define
class _Failures:
    """The errors of a run. Each is reported once, after the findings before it."""

    messages: set[str] = field(factory=set)
    has_linted: bool = False
    """Whether any file could be linted."""
    _is_fatal: bool = False
    _files: int = 0
    _paths: int = 0

    @property
    def are_fatal(self) -> bool:
        """Whether a file that was named could not be linted, or all files of a folder."""
        return self._is_fatal or (bool(self.messages) and not self.has_linted)

    def counts(self) -> list[str]:
        """Return how many files and other paths failed, a sentence for each."""
        failed = (self._paths, "path", "read"), (self._files, "file", "checked")
        return [f"{counted(count, what)} could not be {how}." for count, what, how in failed if count]

    def fail(self, error: TstGrammarError, *, is_file: bool = False, is_fatal: bool = True) -> None:
        """Report an error of a file, or of a path in which no file could be found."""
        self._is_fatal |= is_fatal
        self._files += is_file
        self._paths += not is_file
        message = str(error)
        if message not in self.messages:
            self.messages.add(message)
            sys.stdout.flush()
            report(message)


def _visible_lines(text: str) -> str:
    """Return lines as a terminal may show them."""
    return "".join(f"{visible(line)}\n" for line in text.removesuffix(_LINE_END).split(_LINE_END))


@contextlib.contextmanager
def _output(options: Namespace) -> Iterator[_Write]:
    """Give a function that writes the report, to a file if one is named."""
    path = options.output_file
    if path is None and options.diff:
        yield lambda line: sys.stdout.buffer.write(encoded(line))
        return
    if path is None:
        # a filter writes the fixed text to standard output
        stream = sys.stderr if _is_filter(options) else sys.stdout
        yield stream.write if stream else lambda _: 0
        return
    if any(
        Path(each).exists() and Path(path).exists() and Path(each).samefile(path) for each in options.paths
    ):
        raise OptionError(f"--output-file would replace {path}, which is to be linted", fault="unwriteable")
    with replaced(path) as file:
        yield lambda line: file.write(encoded(line))


def _is_filter(options: Namespace) -> bool:
    return options.fix and "-" in (options.paths or ["-"])


def _files(options: Namespace) -> LintedFiles:
    """Return the files that the command line names, with its options before those of settings files."""
    if options.against is not None and (options.fix or options.diff):
        raise OptionError("--against does not fix files: leave out --fix and --diff", fault="against")

    return LintedFiles(
        paths=options.paths or ["-"],
        configuration=Configuration(lambda settings: _settings(options, settings)),
        against=options.against,
        is_fixing=options.fix,
        is_binary=options.binary,
        stdin_name=options.stdin_filename or "-",
        stdin_is_json=bool(options.field),
        warned=report,
    )


def _settings(options: Namespace, settings: Settings) -> Settings:
    """Return settings with the options of the command line in place of theirs."""
    scheme = find_scheme(options.preset) if options.preset else settings.scheme
    return evolve(
        settings.choosing(options.select, options.ignore),
        scheme=with_settings(scheme, options.changes),
        locale=options.locale or settings.locale,
        separator=options.separator or settings.separator,
        skip=settings.skip if options.skip is None else options.skip,
        delimiters=tuple(options.delimiters) if options.delimiters else settings.delimiters,
        field=tuple(options.field) or settings.field,
    )
