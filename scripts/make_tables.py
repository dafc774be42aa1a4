"""Compiles the tables that the package ships: for every way of writing numbers, and for the presets.

python scripts/make_tables.py        # all of them, which takes some minutes
python scripts/make_tables.py --new  # only those whose grammar has changed
"""

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tst_grammar.automata import stored, tables
from tst_grammar.automata.compiler import library
from tst_grammar.automata.compiler.compilation import whole
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.tables import Tables
from tst_grammar.language.scheme import TST
from tst_grammar.language.scheme_grammar import grammar_of_scheme
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.linter.annotated_grammar import grammar_of_annotated
from tst_grammar.notation.locales import find_locale, locale_ids
from tst_grammar.notation.number_grammar import grammar_of_number
from tst_grammar.notation.reading import OTHER_WAYS
from tst_grammar.notation.roles import ascii_automaton, definition_of, number_automaton
from tst_grammar.stream.character_graph import grammar_of_paths
from tst_grammar.text.text_grammar import grammar_of, shapes

BEST_KNOWN = ("en", "de", "fr", "hi", "ar", "fa", "ur", "de-CH", "en-ZA", "uk")
"""Tables for several locales are named after the first of these, or after the first locale by id."""


def shipped() -> Iterator[tuple[str, str, Callable[[], LazyAutomaton]]]:
    """Yield the name, the grammar and a function that compiles it for each table, each grammar once."""
    known = set()
    for name in (*BEST_KNOWN, *locale_ids()):
        grammar = grammar_of(find_locale(name), shapes())
        if grammar not in known:
            known.add(grammar)
            yield f"text-{name}", grammar, partial(number_automaton, grammar)
        for order, way in enumerate((find_locale(name), *(way for _, way in find_locale(name).ways))):
            grammar = grammar_of_number(way.terminals)
            if grammar not in known:
                known.add(grammar)
                yield (
                    f"number-{name}{f'-{order}' if order else ''}",
                    grammar,
                    partial(number_automaton, grammar),
                )
    for way in OTHER_WAYS:
        grammar = grammar_of_number(way.terminals)
        yield f"number-{way.id}", grammar, partial(number_automaton, grammar)
    csv = grammar_of(find_locale("en"), shapes(), ",")
    yield "text-en-csv", csv, partial(number_automaton, csv)
    auto = grammar_of(None, shapes())
    yield "text-auto", auto, partial(number_automaton, auto, with_roles=False)
    for name, scheme in SCHEMES.items():
        annotated = grammar_of_annotated(scheme, find_locale("en"))
        for kind, grammar, made in (
            ("tst", grammar_of_scheme(scheme), ascii_automaton),
            ("valid", grammar_of_paths(scheme), ascii_automaton),
            ("annotated", annotated, partial(number_automaton, with_roles=False)),
        ):
            if grammar not in known:
                known.add(grammar)
                yield f"{kind}-{name}", grammar, partial(made, grammar)
    for name in ("de", "fr"):
        grammar = grammar_of_annotated(TST, find_locale(name))
        yield f"annotated-tst-{name}", grammar, partial(number_automaton, grammar, with_roles=False)


def index() -> dict[str, str]:
    """Return the names of all tables by their keys."""
    return {stored.key_of(definition_of(grammar)): name for name, grammar, _ in shipped()}


def make(folder: Path, *, only_new: bool) -> None:
    """Store the grammars, and compile the tables into a folder, with one process for each core."""
    folder.mkdir(exist_ok=True)
    library.path().write_text(library.made(), encoding="utf-8")
    known = json.loads((folder / "index.json").read_text(encoding="utf-8")) if only_new else {}
    kept = {f"{known[key]}.dfa" for key, name in index().items() if known.get(key) == name}
    for path in folder.iterdir():
        if path.suffix == ".dfa" and path.name not in kept:
            path.unlink()
    with ProcessPoolExecutor() as pool:
        written = [
            pool.submit(_write, folder / f"{name}.dfa", made)
            for name, _, made in shipped()
            if f"{name}.dfa" not in kept
        ]
        for done in written:
            done.result()
    content = json.dumps(index(), indent=0, sort_keys=True)
    (folder / "index.json").write_text(f"{content}\n", encoding="utf-8")


def _write(path: Path, made: Callable[[], LazyAutomaton]) -> None:
    path.write_bytes(tables.pack(Tables.of(whole(made()))))


if __name__ == "__main__":
    make(stored.shipped(), only_new="--new" in sys.argv)
