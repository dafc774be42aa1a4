"""Compiles the tables for a scheme and a locale ahead of time, so that no process makes their states."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from attrs import evolve

from tst_grammar.automata import stored
from tst_grammar.automata.compiler.compilation import whole
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.scheme_grammar import grammar_of_scheme, require_tables
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.linter.annotated_grammar import grammar_of_annotated
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number_grammar import grammar_of_number
from tst_grammar.notation.roles import ascii_automaton, definition_of, number_automaton
from tst_grammar.stream.character_graph import grammar_of_paths
from tst_grammar.text.finding import checked_separator
from tst_grammar.text.text_grammar import grammar_of, shapes

_Source = tuple[str, Callable[[], LazyAutomaton]]


def compile_tables(scheme: AnyScheme = TST, locale: str = "en", separator: str = "") -> Iterator[Path]:
    """Put the tables for a scheme, a locale and a separator into the cache, and yield their files.

    Tables that ship with the package are left out, and those in the cache are not compiled again.

    >>> list(compile_tables("option-a"))
    []
    """
    for text, made in dict(_sources(scheme_of(scheme), locale, checked_separator(separator))).items():
        definition = definition_of(text)
        if not stored.is_shipped(definition):
            yield stored.keep(definition, lambda: whole(made()))  # noqa: B023 -- it is called at once


def _sources(scheme: Scheme, locale: str, separator: str) -> Iterator[_Source]:
    """Yield the text of each grammar, and a function that makes its automaton."""
    require_tables(scheme)
    known = None if locale == "auto" else find_locale(locale)
    text = grammar_of(known, shapes(), separator)
    yield text, partial(number_automaton, text, with_roles=known is not None)
    if known:
        number = grammar_of_number(known.terminals)
        yield number, partial(number_automaton, number)
        annotated = grammar_of_annotated(scheme, known, separator)
        yield annotated, partial(number_automaton, annotated, with_roles=False)
    for each in (grammar_of_scheme(scheme), grammar_of_scheme(evolve(scheme, affixes="all"))):
        yield each, partial(ascii_automaton, each)
    paths = grammar_of_paths(scheme)
    yield paths, partial(ascii_automaton, paths)
