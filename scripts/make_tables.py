"""Compiles the tables that the package ships: for every way of writing numbers, and for the presets.

python scripts/make_tables.py        # all of them, in some four minutes
python scripts/make_tables.py --new  # those whose grammar has changed
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial

from tst_grammar import shortcut, tables
from tst_grammar.annotated_grammar import grammar_of_annotated
from tst_grammar.automaton import Automaton
from tst_grammar.layout import layout_of
from tst_grammar.locales import find_locale, locale_ids
from tst_grammar.native import templates_of
from tst_grammar.number_grammar import grammar_of_number
from tst_grammar.paths import grammar_of_paths
from tst_grammar.reading import OTHER_WAYS
from tst_grammar.roles import compiled, compiled_scheme, with_imports
from tst_grammar.scheme import PRESETS, Scheme, gst
from tst_grammar.tables import Tables
from tst_grammar.text_grammar import grammar_of, grammar_of_scheme, shapes

BEST_KNOWN = ("en", "de", "fr", "hi", "ar", "fa", "ur", "de-CH", "en-ZA", "uk")
"""Locales that give their name to the tables of all that write as they do; else the first by its id does."""


def shipped() -> Iterator[tuple[str, str, Callable[[], Automaton]]]:
    """Yield the name, the grammar and the compiler of each table, each grammar once."""
    known = set()
    for name in (*BEST_KNOWN, *locale_ids()):
        grammar = grammar_of(find_locale(name), shapes())
        if grammar not in known:
            known.add(grammar)
            yield f"text-{name}", grammar, partial(compiled, grammar)
        for order, way in enumerate((find_locale(name), *(way for _, way in find_locale(name).ways))):
            grammar = grammar_of_number(way.terminals)
            if grammar not in known:
                known.add(grammar)
                yield f"number-{name}{f'-{order}' if order else ''}", grammar, partial(compiled, grammar)
    for way in OTHER_WAYS:
        grammar = grammar_of_number(way.terminals)
        yield f"number-{way.id}", grammar, partial(compiled, grammar)
    csv = grammar_of(find_locale("en"), shapes(), ",")
    yield "text-en-csv", csv, partial(compiled, csv)
    auto = grammar_of(None, shapes())
    yield "text-auto", auto, partial(compiled, auto, with_roles=False)
    for name, scheme in _schemes().items():
        annotated = grammar_of_annotated(scheme, find_locale("en"))
        for kind, grammar, compile_now in (
            ("tst", grammar_of_scheme(scheme), compiled_scheme),
            ("valid", grammar_of_paths(scheme), compiled_scheme),
            ("annotated", annotated, partial(compiled, with_roles=False)),
        ):
            if grammar not in known:
                known.add(grammar)
                yield f"{kind}-{name}", grammar, partial(compile_now, grammar)
    for name in ("de", "fr"):
        grammar = grammar_of_annotated(PRESETS["tst"], find_locale(name))
        yield f"annotated-tst-{name}", grammar, partial(compiled, grammar, with_roles=False)


def _schemes() -> dict[str, Scheme]:
    return {**PRESETS, **{f"gst-{size}": gst(size) for size in (1, 2, 4, 5, 6)}}


def index() -> dict[str, str]:
    """Return the names of all tables by their keys."""
    return {tables.key_of(with_imports(grammar)): name for name, grammar, _ in shipped()}


def shortcuts() -> dict[str, object]:
    """Return what the command line needs to encode numbers at once."""
    layouts = {name: layout_of(scheme) for name, scheme in _schemes().items()}
    return {
        "grammars": shortcut.fingerprint(),
        "schemes": {name: templates_of(layout) for name, layout in layouts.items() if layout.has_templates},
    }


if __name__ == "__main__":
    folder = tables.shipped()
    folder.mkdir(exist_ok=True)
    known = json.loads((folder / "index.json").read_text(encoding="utf-8")) if "--new" in sys.argv else {}
    kept = {f"{known[key]}.dfa" for key, name in index().items() if known.get(key) == name}
    for path in folder.iterdir():
        if path.name not in kept:
            path.unlink()
    for name, _, compile_now in shipped():
        if f"{name}.dfa" not in kept:
            (folder / f"{name}.dfa").write_bytes(tables.pack(Tables.of(compile_now())))
    for path, content in ((folder / "index.json", index()), (shortcut.index(), shortcuts())):
        path.write_text(f"{json.dumps(content, indent=0, sort_keys=True)}\n", encoding="utf-8")
