"""The settings of a project for the linter, and the rules they select for a file."""

import os.path
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import Attribute, evolve, frozen
from attrs import field as attribute_field

from tst_grammar.diagnostics import represented
from tst_grammar.files.jobs import JOB_FILE, REJECTS
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import scheme_of
from tst_grammar.linter.project.path_patterns import Patterns
from tst_grammar.linter.project.rule_selection import SELECTED, Selection
from tst_grammar.text.finding import checked_skip

INCLUDED: Final = (
    *(
        f"*{suffix}{compression}"
        for suffix in (".txt", ".md", ".markdown", ".rst", ".jsonl", ".ndjson", ".tst")
        for compression in ("", ".gz", ".zst", ".bz2", ".xz")
    ),
    *("*.parquet", "*.arrow", "*.feather"),
)
"""Patterns of the files to lint in folders. Files of columns are among them to be reported as not linted."""

EXCLUDED: Final = (
    *(".bzr", ".git", ".hg", ".jj", ".svn"),
    *(".direnv", ".nox", ".tox", ".venv", "venv", "node_modules", "site-packages"),
    *(JOB_FILE, REJECTS),
    *("__pycache__", ".hypothesis", ".ipynb_checkpoints", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
)
"""Patterns of what to skip in folders: version control, environments, what a job remembers, and caches."""


def _names(*default: str) -> Any:  # noqa: ANN401 -- as attrs types `field`
    """Return a field that takes texts, and refuses one text, whose letters would be taken for texts."""

    def check(_: object, attribute: "Attribute[Any]", value: object) -> None:
        if not isinstance(value, tuple) or not all(isinstance(each, str) for each in value):
            raise TypeError(f"{attribute.name} takes a tuple of str, not {represented(value)}")

    return attribute_field(default=default, validator=check)


def _shapes(skip: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if skip is None else tuple(sorted(checked_skip(skip)))


def _ignores_by_pattern(
    ignores: Mapping[str, Sequence[str]] | Iterable[tuple[str, Sequence[str]]],
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    pairs = ignores.items() if isinstance(ignores, Mapping) else ignores
    found = []
    for pattern, selectors in pairs:
        if isinstance(selectors, str):
            raise TypeError(
                f"per_file_ignores takes a tuple of str for each pattern, not {represented(selectors)}"
            )
        found.append((pattern, tuple(selectors)))
    return tuple(found)


@frozen(kw_only=True)
class Settings:
    """The settings for the files of a folder. Patterns work as in a `.gitignore` in that folder.

    >>> settings = Settings(select=("TST1",), per_file_ignores={"drafts/": ("TST101",)})
    >>> [settings.selection_for(path).selects("TST101") for path in ("a.md", "drafts/a.md")]
    [True, False]
    """

    folder: Path = Path()
    scheme: Scheme = attribute_field(default=TST, converter=scheme_of)
    locale: str = "en"
    separator: str = ""
    skip: tuple[str, ...] | None = attribute_field(default=None, converter=_shapes)
    """The shapes in which no plain numbers are looked for; None means all of them."""
    delimiters: tuple[str, str] | None = None
    field: tuple[str, ...] = _names()
    """The fields of JSON lines whose strings are linted."""
    select: tuple[str, ...] = _names(*SELECTED)
    ignore: tuple[str, ...] = _names()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = attribute_field(
        default=(), converter=_ignores_by_pattern
    )
    """Patterns of paths, each with the rules to ignore there: a dict, or pairs."""
    include: tuple[str, ...] = _names(*INCLUDED)
    extend_include: tuple[str, ...] = _names()
    exclude: tuple[str, ...] = _names(*EXCLUDED)
    extend_exclude: tuple[str, ...] = _names()

    def choosing(self, select: Iterable[str] | None, ignore: Iterable[str] = ()) -> "Settings":
        """Return the settings with other rules selected, or with more rules ignored if `select` is None.

        >>> settings = Settings(select=("TST",), ignore=("TST1",))
        >>> settings.choosing(["NUM"]).ignore, settings.choosing(None, ["TST2"]).ignore
        ((), ('TST1', 'TST2'))
        """
        if select is None:
            return evolve(self, ignore=(*self.ignore, *ignore))
        return evolve(self, select=tuple(select), ignore=tuple(ignore))

    def selection_for(self, path: str) -> Selection:
        """Return the rules that are selected for a file."""
        relative = self.relative(path)
        ignored = [codes for patterns, codes in self._ignores if patterns.cover(relative)]
        return self._selection.without(selector for selectors in ignored for selector in selectors)

    def relative(self, path: str) -> str:
        """Return a path as patterns match it: relative to the folder, with slashes.

        >>> Settings(folder=Path("docs")).relative("docs/a.md")
        'a.md'
        """
        try:
            return Path(os.path.relpath(path, self.folder)).as_posix()
        except ValueError:  # they are on different drives of Windows
            return Path(path).as_posix()

    @cached_property
    def included(self) -> Patterns:
        """Patterns of the files to lint in folders."""
        return Patterns.of((*self.include, *self.extend_include))

    @cached_property
    def excluded(self) -> Patterns:
        """Patterns of what to skip in folders."""
        return Patterns.of((*self.exclude, *self.extend_exclude))

    @cached_property
    def _selection(self) -> Selection:
        return Selection.of(self.select, self.ignore)

    @cached_property
    def _ignores(self) -> list[tuple[Patterns, tuple[str, ...]]]:
        return [(Patterns.of([pattern]), selectors) for pattern, selectors in self.per_file_ignores]
