"""Constrains the output of a model to the numbers of a scheme."""

from tst_grammar.models.logits_processor import TstLogitsProcessor

__all__ = ["TstLogitsProcessor"]
