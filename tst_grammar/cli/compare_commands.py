"""The command `compare`: shows how several tokenizations write numbers, side by side."""

import sys
from argparse import Namespace
from collections.abc import Iterator

from tst_grammar.baselines import BASELINES, Tokenization, TstTokenization, read_tokenizer
from tst_grammar.baselines.comparison_formats import FORMATS, SWEEP_FORMATS
from tst_grammar.baselines.corpus import count_corpus
from tst_grammar.baselines.side_by_side import Compared, compare, compare_number
from tst_grammar.baselines.sweep import sweep_corpus
from tst_grammar.cli.number_commands import given
from tst_grammar.cli.user_messages import report
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.schemes import find_scheme


def run_compare(options: Namespace) -> int:
    """Compare tokenizations on numbers and on a corpus."""
    if options.sweep:
        return _sweep(options)
    tokenizations = list(_tokenizations(options))
    corpus = options.corpus and count_corpus(options.corpus, tokenizations, locale=options.locale)
    numbers: list[Compared] = []
    failed = False
    for place, text in given(options.number) if options.number or not corpus else ():
        try:
            numbers.append(compare_number(text(), tokenizations, locale=options.locale))
        except TstGrammarError as error:
            report(f"{place}{error}")
            failed = True
    if numbers or corpus:
        sys.stdout.write(FORMATS[options.format](compare(tokenizations, numbers, corpus)))
    return 2 if failed else 0


def _sweep(options: Namespace) -> int:
    """Compare groups of one to six digits on a corpus."""
    if not options.corpus or options.number or options.schemes or options.tokenizer:
        report("--sweep needs --corpus FILE, and takes no number, --scheme or --tokenizer")
        return 2
    sys.stdout.write(SWEEP_FORMATS[options.format](sweep_corpus(options.corpus, locale=options.locale)))
    return 0


def _tokenizations(options: Namespace) -> Iterator[Tokenization]:
    yield from BASELINES.values()
    yield from map(read_tokenizer, options.tokenizer)
    for name in options.schemes or ["tst"]:
        yield TstTokenization(name, find_scheme(name))
