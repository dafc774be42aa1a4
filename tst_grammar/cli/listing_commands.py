"""The commands that list or make something for a scheme: `locales`, `vocab`, `grammar` and `compile`."""

import json
import sys
from argparse import Namespace

from tst_grammar.language.exports.export import export_grammar
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.notation.locales import locale_ids
from tst_grammar.notation.number import Number
from tst_grammar.notation.written import format_number

_SAMPLE = Number(sign="-", integer="1234567", fraction="891")


def run_locales(options: Namespace) -> int:
    """List the locales, each with an example."""
    listed = {name: format_number(_SAMPLE, locale=name) for name in locale_ids()}
    if options.format == "json":
        print(_json(listed))
    else:
        sys.stdout.writelines(f"{name}\t{text}\n" for name, text in listed.items())
    return 0


def run_vocab(options: Namespace) -> int:
    """List all tokens of a scheme."""
    vocabulary = Vocabulary(options.scheme)
    if options.format == "json":
        parts = {part: getattr(vocabulary, part) for part in ("units", "suffixed", "punctuation")}
        print(_json({"scheme": repr(options.scheme), **parts}))
    else:
        sys.stdout.writelines(f"{token}\n" for token in vocabulary)
    return 0


def run_grammar(options: Namespace) -> int:
    """Write a grammar of exactly the canonical numbers of a scheme."""
    print(export_grammar(options.scheme, options.target).rstrip("\n"))
    return 0


def run_compile(options: Namespace) -> int:
    """Put the tables of a scheme into the cache, and list their files."""
    from tst_grammar.linter.ready_tables import compile_tables  # noqa: PLC0415 -- the others do not need it

    for path in compile_tables(options.scheme, options.locale, options.separator):
        print(path, flush=True)
    return 0


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
