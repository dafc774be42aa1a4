"""The command `compare`: shows how several tokenizations write numbers, side by side."""

import sys
from argparse import Namespace
from collections.abc import Iterator

from tst_grammar.baselines import BASELINES, Tokenization, TstTokenization, read_tokenizer
from tst_grammar.baselines.comparison_formats import FORMATS
from tst_grammar.baselines.corpus import count_corpus
from tst_grammar.baselines.side_by_side import Compared, compare, compare_number
from tst_grammar.cli.number_commands import given
from tst_grammar.cli.user_messages import report
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.schemes import find_scheme


def run_compare(options: Namespace) -> int:
    """Compare tokenizations on numbers and on a corpus."""
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


def _tokenizations(options: Namespace) -> Iterator[Tokenization]:
    yield from BASELINES.values()
    yield from map(read_tokenizer, options.tokenizer)
    for name in options.schemes or ["tst"]:
        yield TstTokenization(name, find_scheme(name))
