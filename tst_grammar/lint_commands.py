"""What `tst lint` and `tst rule` do: look at files and report, mend them, and explain rules."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator

from attrs import evolve

from tst_grammar.configuration import Configuration
from tst_grammar.diffing import unified
from tst_grammar.discovery import files_of
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.formats import written
from tst_grammar.formats.statistics import statistics
from tst_grammar.linted_files import LintedFile
from tst_grammar.located import Located
from tst_grammar.replacement import replaced
from tst_grammar.reporting import report
from tst_grammar.rules import CODES, find_rule
from tst_grammar.rules.rule import Rule
from tst_grammar.scheme import find_scheme, with_settings
from tst_grammar.settings import Settings
from tst_grammar.streams import encoded


def run_lint(options: Namespace) -> int:
    """Report what is wrong with annotated text, or mend it."""
    run = _Run(options)
    if options.diff:
        return run.diff()
    if options.fix:
        run.fix()
    return run.report()


def run_rule(options: Namespace) -> int:
    """Explain a rule, or all of them."""
    if bool(options.rules) == options.all:
        raise OptionError("name rules by their codes or names, or ask for --all", fault="unknown-rule")
    rules = list(map(find_rule, CODES if options.all else options.rules))
    if options.output_format == "json":
        explained = list(map(_explained, rules))
        print(json.dumps(explained if options.all else explained[0], ensure_ascii=False, indent=2))
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
    """One call of `tst lint`: its files, and whether anything was found or went wrong."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._configuration = Configuration(self._chosen)
        self._found = 0
        self._failed = False
        if options.against and (len(options.paths) != 1 or options.fix or options.diff):
            raise OptionError("--against takes one file, and only looks at it", fault="against")

    def report(self) -> int:
        """Write the findings, and return the exit code."""
        options = self._options
        found = self._findings()
        is_fixed_input = options.fix and self._paths() == ["-"]
        output = sys.stderr if is_fixed_input else sys.stdout
        if options.statistics:
            lines = statistics(found, as_json=options.output_format == "json")
        else:
            color = output.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            lines = written(found, options.output_format, color=color)
        for line in lines:
            output.write(line)
        if self._failed:
            return 2
        return 0 if options.exit_zero or not self._found else 1

    def fix(self) -> None:
        """Mend the files; standard input is written mended to standard output."""
        for file in self._files():
            try:
                self._mend(file)
            except TstGrammarError as error:
                self._fail(error)

    def diff(self) -> int:
        """Write what would be mended, and return the exit code."""
        for file in self._files():
            try:
                for line in unified(file.name, file.changes(unsafe=self._options.unsafe_fixes)):
                    self._found += 1
                    sys.stdout.write(line)
            except TstGrammarError as error:
                self._fail(error)
        if self._failed:
            return 2
        return 0 if self._options.exit_zero or not self._found else 1

    def _mend(self, file: LintedFile) -> None:
        unsafe = self._options.unsafe_fixes
        if file.path == "-":
            for _, text in file.changes(unsafe=unsafe):
                sys.stdout.buffer.write(encoded(text))
            sys.stdout.flush()
        elif any(before != after for before, after in file.changes(unsafe=unsafe)):
            with replaced(file.path) as target:
                for _, text in file.changes(unsafe=unsafe):
                    target.write(encoded(text))

    def _findings(self) -> Iterator[Located]:
        for file in self._files():
            if self._options.fix and file.path == "-":
                continue
            try:
                for found in file.findings():
                    self._found += 1
                    yield found
            except TstGrammarError as error:
                self._fail(error)

    def _files(self) -> Iterator[LintedFile]:
        try:
            for path in files_of(self._paths(), self._configuration):
                name = (self._options.stdin_filename or "-") if path == "-" else path
                settings = self._configuration.for_file(name)
                yield LintedFile(path, name, settings, self._options.against)
        except TstGrammarError as error:
            self._fail(error)

    def _paths(self) -> list[str]:
        return self._options.paths or ["-"]

    def _fail(self, error: TstGrammarError) -> None:
        sys.stdout.flush()
        report(str(error))
        self._failed = True

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
