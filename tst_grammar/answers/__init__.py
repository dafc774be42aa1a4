"""What a model answered: the number that a text gives as its answer, and whether it is right.

Texts come in, exact values and verdicts go out. Nothing here knows a model or an evaluation framework.
"""

from tst_grammar.answers.answer import Answer, Candidate
from tst_grammar.answers.comparison import Verdict, compare
from tst_grammar.answers.extraction import RULES, extract, extract_many
from tst_grammar.answers.scores.score import Score, Scored, Share, score_many

__all__ = [
    "RULES",
    "Answer",
    "Candidate",
    "Score",
    "Scored",
    "Share",
    "Verdict",
    "compare",
    "extract",
    "extract_many",
    "score_many",
]
