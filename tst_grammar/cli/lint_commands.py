"""The commands `lint` and `rule`: check and fix files, and explain rules."""

import contextlib
import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TextIO

from attrs import evolve

from tst_grammar.cli.standard_input import announce_keyboard, require_files
from tst_grammar.cli.user_messages import report
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.streams import encoded, kept
from tst_grammar.language.schemes import find_scheme, with_settings
from tst_grammar.linter.project.annotated_file import LintedFile, is_fixable
from tst_grammar.linter.project.lint_paths import LintedFiles, fix_file
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.project.settings_files import Configuration
from tst_grammar.linter.reports import written
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.statistics import statistics
from tst_grammar.linter.reports.summary import FINE, PLAIN
from tst_grammar.linter.reports.unified_diffs import unified
from tst_grammar.rules import CODES, find_rule
from tst_grammar.rules.rule import Rule


def run_lint(options: Namespace) -> int:
    """Check annotated text, and fix it if asked to."""
    require_files((path for path in options.paths if not set(path) & set("*?[")), options.command)
    run = _Run(options)
    if not options.paths or "-" in options.paths:
        announce_keyboard("text")
    return run.diff() if options.diff else run.report()


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
        self._found = 0
        self._fixed: list[int] = []
        self._failures: set[str] = set()

    def report(self) -> int:
        """Write the findings, and return the exit code."""
        options = self._options
        is_filter = options.fix and "-" in self._files.paths
        output = sys.stderr if is_filter else sys.stdout  # a filter writes the fixed text to standard output
        found = self._findings()
        if options.statistics:
            lines = statistics(found, as_json=options.output_format == "json")
        else:
            lines = written(found, options.output_format, color=_has_colors(output), note=self._note)
        for line in lines:
            if output and not (
                line.startswith(FINE) and self._failures
            ):  # an unreadable file may not be fine
                output.write(line)
        if self._fixed:
            report(f"fixed {_counted(sum(self._fixed), 'finding')} in {_counted(len(self._fixed), 'file')}")
        return self._code()

    def diff(self) -> int:
        """Write what --fix would change as a diff, and return the exit code."""
        for path in self._files.found(self._fail):
            try:
                with self._files.opened(path) as file:
                    for line in unified(file.name, file.changes(unsafe=self._options.unsafe_fixes)):
                        self._found += 1
                        sys.stdout.buffer.write(encoded(line))
            except TstGrammarError as error:
                self._fail(error)
        return self._code()

    @property
    def _note(self) -> str:
        name = self._files.stdin_name
        return "" if self._files.configuration.for_file(name).selection_for(name).has_plain else PLAIN

    def _code(self) -> int:
        if self._failures:
            return 2
        return 1 if self._found and not self._options.exit_zero else 0

    def _findings(self) -> Iterator[Located]:
        """Yield the findings in the files, after fixing them if asked to."""
        for found in self._files.each(self._findings_of, self._fail):
            self._found += 1
            yield found

    def _findings_of(self, file: LintedFile) -> Iterator[Located]:
        return self._unfixed(file) if self._options.fix else file.findings()

    def _unfixed(self, file: LintedFile) -> Iterator[Located]:
        """Fix a file, and yield the findings that are left."""
        fixable = sum(map(self._is_fixable, file.findings()))
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

    def _fail(self, error: TstGrammarError) -> None:
        """Report an error once, after the findings before it."""
        message = str(error)
        if message not in self._failures:
            self._failures.add(message)
            sys.stdout.flush()
            report(message)


def _files(options: Namespace) -> LintedFiles:
    """Return the files that the command line names, with its options before those of settings files."""
    if options.against is not None and (options.fix or options.diff):
        raise OptionError("--against does not fix files: leave out --fix and --diff", fault="against")

    def chosen(settings: Settings) -> Settings:
        scheme = find_scheme(options.preset) if options.preset else settings.scheme
        return evolve(
            settings.choosing(options.select, options.ignore),
            scheme=with_settings(scheme, options.changes),
            locale=options.locale or settings.locale,
            separator=options.separator or settings.separator,
            delimiters=tuple(options.delimiters) if options.delimiters else settings.delimiters,
            field=tuple(options.field) or settings.field,
        )

    return LintedFiles(
        paths=options.paths or ["-"],
        configuration=Configuration(chosen),
        against=options.against,
        is_fixing=options.fix,
        is_binary=options.binary,
        stdin_name=options.stdin_filename or "-",
        stdin_is_json=bool(options.field),
        warned=report,
    )


def _has_colors(output: TextIO | None) -> bool:
    return (
        bool(output and output.isatty())
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count > 1)}"
