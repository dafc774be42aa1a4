"""The command `score`: extracts the answers of a model's outputs and compares them with the right ones."""

import sys
from argparse import Namespace
from collections.abc import Iterator

from tst_grammar.answers.scores.score import Scored, score_of, score_one
from tst_grammar.answers.scores.score_page import score_page
from tst_grammar.answers.scores.score_rows import rows_of
from tst_grammar.answers.scores.score_texts import as_json, problem_line, summary
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import decoded, encoded, pieces_of, source_of


def run_score(options: Namespace) -> int:
    """Score the outputs of one file."""
    name = "standard input" if options.path == "-" else options.path
    score = score_of(_shown(_scored(options, name), options, name), scheme=options.scheme)
    if options.html:
        with replaced(options.html) as file:
            file.write(encoded(score_page(score, name)))
    if options.format == "json":
        print(as_json(score))
    else:
        sys.stdout.writelines(f"{line}\n" for line in summary(score))
    return 0


def _scored(options: Namespace, name: str) -> Iterator[Scored]:
    for row in rows_of(_lines(options.path), options.response, options.gold, name):
        try:
            yield score_one(
                row.line,
                row.output,
                row.gold,
                scheme=options.scheme,
                locale=options.locale,
                rules=options.rules,
                rel_tol=options.rel_tol,
                abs_tol=options.abs_tol,
                places=options.places,
                percent=options.percent,
            )
        except TstGrammarError as error:
            if error.fault == "gold":
                raise OptionError(f"{name}:{row.line}: {error}", fault="gold") from None
            raise


def _shown(scored: Iterator[Scored], options: Namespace, name: str) -> Iterator[Scored]:
    """Write a line about each answer that is not right, unless the result is JSON."""
    for each in scored:
        if options.format == "text" and not each.verdict.is_right:
            print(problem_line(each, name))
        yield each


def _lines(path: str) -> Iterator[str]:
    with source_of(path, again=False) as source:
        for piece in pieces_of(source.blocks(lambda _: None), None):
            yield from decoded(piece).removesuffix("\n").split("\n")
