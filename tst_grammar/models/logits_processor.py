"""Constrains `transformers.generate`: a model can write only numbers of a scheme, alone or in free text."""

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Literal

from tst_grammar.errors import OptionError
from tst_grammar.language.exports.export import export_grammar
from tst_grammar.language.scheme import TST, Scheme, require_scheme
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.models.embeddings import mark_of, token_ids
from tst_grammar.models.free_text import free_text_grammar
from tst_grammar.models.token_grammar import token_number_grammar, token_text_grammar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch import Tensor

Mode = Literal["number", "text"]

_MOST_WORK = 20_000_000
"""How much llguidance may do for one token: 100 times its default, which free text needs once or twice."""

_MOST_GROUPS = 1000
"""How many groups a number may have; llguidance ends the whole process where rules are nested too deeply."""

_MODES: Final = ("number", "text")


class TstLogitsProcessor:
    """Keeps a model from every token that makes something other than numbers of a scheme.

    In the mode "number" it writes one canonical number and ends. In the mode "text" it writes what it likes,
    but every number in it is canonical. Only what comes after the prompt counts, each row of a batch for
    itself. The sequence ends with `eos_token_id`, one or several, or else with that of the tokenizer, a fast
    one of `transformers`.

    With a tokenizer that `hf.extend` gave the tokens of the scheme, numbers are written in these alone, and
    decoding makes plain numbers of them.

    It can be used again: a call that does not go on where the last one stopped starts anew.

    >>> TstLogitsProcessor(None, mode="numbers")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: no mode 'numbers': expected number or text
    """

    def __init__(
        self,
        tokenizer: Any,  # noqa: ANN401 -- transformers need not be installed
        scheme: Scheme = TST,
        mode: Mode = "number",
        *,
        eos_token_id: "int | Sequence[int] | None" = None,
    ) -> None:
        if mode not in _MODES:
            raise OptionError(
                f"no mode {mode!r}: expected {' or '.join(_MODES)}", fault="unknown-mode", expected=_MODES
            )
        require_scheme(scheme)
        if len(scheme.integer_powers) + len(scheme.fraction_powers) > _MOST_GROUPS:
            raise OptionError(
                f"numbers of more than {_MOST_GROUPS} groups are too long to be constrained",
                fault="too-many-digits",
            )
        self._start = _matcher(tokenizer, scheme, mode, eos_token_id)
        self._prompt: Tensor | None = None
        self._rows: list[_Row] = []

    def __call__(self, input_ids: "Tensor", scores: "Tensor") -> "Tensor":
        """Return the scores, with minus infinity for each token that cannot come next in its row."""
        if self._prompt is None or not self._goes_on(self._prompt, input_ids):
            self._prompt = input_ids
            self._rows = [_Row(self._start.deep_copy()) for _ in input_ids]
        written = input_ids[:, self._prompt.shape[1] :].tolist()
        for row, ids in zip(self._rows, written, strict=True):
            row.follow(ids)
        return scores.masked_fill(~self._allowed(scores), float("-inf"))

    def _goes_on(self, prompt: "Tensor", input_ids: "Tensor") -> bool:
        """Tell whether these rows are those of the last call with one more token, or fewer, or reordered."""
        count, length = prompt.shape
        longest = length + len(self._rows[0].ids) + 1
        is_near = len(input_ids) == count and length < input_ids.shape[1] <= longest
        return is_near and bool((input_ids[:, :length] == prompt).all())

    def _allowed(self, scores: "Tensor") -> "Tensor":
        """Return which tokens may come next; a model may score more than the tokenizer has."""
        import torch  # noqa: PLC0415 -- whoever has scores has it, and importing it takes seconds

        allowed = torch.zeros(scores.shape, dtype=torch.bool)
        for place, row in zip(allowed, self._rows, strict=True):
            mask = torch.frombuffer(row.mask(), dtype=torch.uint8)[: len(place)]
            place[: len(mask)] = mask != 0
        return allowed.to(scores.device)


class _Row:
    """What was written in one row, and the matcher that has read as much of it as it can."""

    def __init__(self, matcher: Any) -> None:  # noqa: ANN401 -- llguidance has no types for it
        self.ids: list[int] = []
        self._matcher = matcher
        self._read = 0

    def follow(self, ids: list[int]) -> None:
        """Read on, after going back to where the row was the same before."""
        alike = len(self.ids)
        if ids[:alike] != self.ids:
            alike = sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(ids, self.ids, strict=False))
            )
        if alike < self._read:
            self._matcher.rollback(self._read - alike)
            self._read = alike
        # Nothing is read after the end, nor after what a beam without a chance was filled with.
        if self._read == alike:
            self._read += self._matcher.try_consume_tokens(ids[alike:])
        self.ids = ids

    def mask(self) -> bytearray:
        """Return a byte for each token, 0 where it cannot come next; after the end only the end can."""
        mask = bytearray(self._matcher.compute_logit_bias())
        if self._matcher.is_error():
            reason = self._matcher.get_error().partition("\n")[0]
            raise OptionError(f"llguidance cannot go on: {reason}", fault="too-many-digits")
        return mask


def _grammar(tokenizer: Any, scheme: Scheme, mode: Mode) -> str:  # noqa: ANN401
    """Return the grammar of what a model may write: an extended tokenizer has tokens for numbers."""
    mark = mark_of(tokenizer)
    if mark is None:
        return export_grammar(scheme, "llguidance") if mode == "number" else free_text_grammar(scheme)
    ids = token_ids(tokenizer, Vocabulary(scheme))
    return token_number_grammar(scheme, ids) if mode == "number" else token_text_grammar(scheme, ids, mark)


def _matcher(
    tokenizer: Any,  # noqa: ANN401
    scheme: Scheme,
    mode: Mode,
    eos_token_id: "int | Sequence[int] | None",
) -> Any:  # noqa: ANN401
    try:
        import llguidance.hf  # noqa: PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "constrained decoding needs the packages llguidance and transformers: "
            "pip install 'tst-grammar[decoding]' transformers",
            fault="missing-package",
        ) from None

    if not getattr(tokenizer, "is_fast", False):
        raise OptionError("the tokenizer is not a fast one of transformers", fault="unfit-tokenizer")
    end = tokenizer.eos_token_id if eos_token_id is None else eos_token_id
    if end is None:
        raise OptionError("the tokenizer has no token that ends: give eos_token_id", fault="unfit-tokenizer")
    ends = end if isinstance(end, int) else list(end)
    limits = llguidance.LLParserLimits(step_lexer_fuel=_MOST_WORK, verbose_errors=False)
    grammar = _grammar(tokenizer, scheme, mode)
    try:
        tokens = llguidance.hf.from_tokenizer(tokenizer, eos_token=ends)
    except ValueError as error:
        raise OptionError(
            f"llguidance cannot read the tokenizer: {str(error)[:80]}…", fault="unfit-tokenizer"
        ) from None
    return llguidance.LLMatcher(tokens, grammar, log_level=0, limits=limits)
