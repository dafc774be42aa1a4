"""Constrains `generate` of transformers to numbers of a scheme, alone or in free text."""

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Literal

from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError
from tst_grammar.language.exports.export import bounded, export_grammar
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.models.embeddings import mark_of, token_ids
from tst_grammar.models.free_text import NAMED_SHAPES, TextOptions, free_text_grammar
from tst_grammar.models.token_grammar import token_number_grammar, token_text_grammar
from tst_grammar.option_checks import checked_flag, checked_text
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.finding import checked_skip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from torch import Tensor

Mode = Literal["number", "text"]

_MOST_WORK = 20_000_000
"""How much work llguidance may do for one token: 100 times its default, because free text needs more."""

_MOST_GROUPS = 1000
"""How many groups a number may have. Rules that are nested too deeply make llguidance end the process."""

_BITS: Final = 32
"""The bits of a word of a mask, one for each token."""

_MODES: Final = ("number", "text")


class TstLogitsProcessor:
    """A logits processor that allows only canonical numbers of a scheme.

    With mode "number", the model writes one canonical number and ends. With mode "text", it writes free text
    in which every number is canonical. The constraint applies after the prompt, to each row of a batch on its
    own. The tokenizer is a fast tokenizer of `transformers`. The sequence ends with one of `eos_token_id`, by
    default with the tokenizer's own.

    If `hf.extend` added the tokens of the scheme to the tokenizer, numbers are written only in these tokens,
    and decoding turns them into plain numbers.

    With mode "number", `integer`, `signed`, `digits` and `affixes` are bounds as in `export_grammar`.

    With mode "text", `skip` names the shapes that the text may contain, such as dates and URLs: by default
    all but those of digits only. With `delimiters`, each number is between them. With `plain=True`, the text
    may contain plain numbers that TST cannot write, because they are malformed or have too many digits.

    A processor can be used again: a call that does not continue the last one starts a new sequence.

    >>> TstLogitsProcessor(None, mode="numbers")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: no mode 'numbers': expected number or text
    """

    def __init__(  # noqa: PLR0913 -- each bound is one that a user may set
        self,
        tokenizer: Any,  # noqa: ANN401 -- transformers need not be installed
        scheme: AnyScheme = TST,
        mode: Mode = "number",
        *,
        eos_token_id: "int | Sequence[int] | None" = None,
        integer: bool = False,
        signed: bool = True,
        digits: int | None = None,
        affixes: Literal["none"] | None = None,
        skip: "Iterable[str] | None" = None,
        delimiters: tuple[str, str] | None = None,
        plain: bool = False,
    ) -> None:
        if checked_text("mode", mode) not in _MODES:
            raise OptionError(
                f"no mode {quoted(mode)}: expected {' or '.join(_MODES)}",
                fault="unknown-mode",
                expected=_MODES,
            )
        checked_flag("signed", signed)
        chosen = scheme_of(scheme)
        within = bounded(chosen, integer=integer, digits=digits, affixes=affixes)
        if mode == "text" and not (signed and within == chosen):
            raise OptionError("integer, signed, digits and affixes need the mode 'number'", fault="bounds")
        if mode == "number" and not (skip is None and delimiters is None and plain is False):
            raise OptionError("skip, delimiters and plain need the mode 'text'", fault="bounds")
        options = _text_options(skip, delimiters, plain=plain)
        if len(chosen.integer_powers) + len(chosen.fraction_powers) > _MOST_GROUPS:
            raise OptionError(
                f"numbers of more than {_MOST_GROUPS} groups are too long for constrained decoding: "
                "use a scheme with fewer digits",
                fault="too-many-digits",
            )
        self._start, self._executor, self._size = _engine(
            tokenizer,
            lambda: (
                _text_grammar(tokenizer, chosen, options)
                if mode == "text"
                else _number_grammar(tokenizer, chosen, within, signed=signed)
            ),
            eos_token_id,
        )
        self._prompt: Tensor | None = None
        self._rows: list[_Row] = []

    def __call__(self, input_ids: "Tensor", scores: "Tensor") -> "Tensor":
        """Return the scores, with minus infinity for each token that cannot come next in its row."""
        if self._prompt is None or not self._continues(self._prompt, input_ids):
            self._prompt = input_ids
            self._rows = [_Row(self._start.deep_copy()) for _ in input_ids]
        written = input_ids[:, self._prompt.shape[1] :].tolist()
        for row, ids in zip(self._rows, written, strict=True):
            row.follow(ids)
        return scores.masked_fill(~self._allowed(scores), float("-inf"))

    def _continues(self, prompt: "Tensor", input_ids: "Tensor") -> bool:
        """Tell whether these are the rows of the last call, perhaps reordered, with at most one new token."""
        count, length = prompt.shape
        longest = length + len(self._rows[0].ids) + 1
        is_near = len(input_ids) == count and length < input_ids.shape[1] <= longest
        return is_near and bool((input_ids[:, :length] == prompt).all())

    def _allowed(self, scores: "Tensor") -> "Tensor":
        """Return which tokens may come next. A model may score more tokens than the tokenizer has."""
        import torch  # noqa: PLC0415 -- the scores come from it, and importing it takes seconds

        count, size = scores.shape
        words = -(-self._size // _BITS)
        masks = torch.zeros((count, words), dtype=torch.int32)
        matchers = [(row.matcher, place) for place, row in enumerate(self._rows)]
        self._executor.unsafe_compute_mask_ptr(matchers, masks.data_ptr(), words * 4, count)
        for row in self._rows:
            row.check()
        bits = masks.to(scores.device).unsqueeze(2) >> torch.arange(
            _BITS, dtype=torch.int32, device=scores.device
        )
        allowed = (bits & 1).flatten(1)[:, : min(size, self._size)].bool()
        return torch.nn.functional.pad(allowed, (0, size - allowed.shape[1]))


class _Row:
    """The tokens written in one row, and the matcher that has read as many of them as it can."""

    def __init__(self, matcher: Any) -> None:  # noqa: ANN401 -- llguidance has no types for it
        self.ids: list[int] = []
        self.matcher = matcher
        self._read = 0

    def follow(self, ids: list[int]) -> None:
        """Go back to the last token that is still the same, and read the tokens after it."""
        alike = len(self.ids)
        if ids[:alike] != self.ids:
            alike = sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(ids, self.ids, strict=False))
            )
        if alike < self._read:
            self.matcher.rollback(self._read - alike)
            self._read = alike
        # The matcher reads nothing after the end, nor after the padding of a rejected beam.
        if self._read == alike:
            self._read += self.matcher.try_consume_tokens(ids[alike:])
        self.ids = ids

    def check(self) -> None:
        """Raise an error if the matcher could not say which tokens may come next."""
        if self.matcher.is_error():
            reason = self.matcher.get_error().partition("\n")[0]
            raise OptionError(f"llguidance cannot continue: {reason}", fault="too-many-digits")


def _text_options(
    skip: "Iterable[str] | None", delimiters: tuple[str, str] | None, *, plain: bool
) -> TextOptions:
    """Return the options of the mode "text", checked."""
    checked_flag("plain", plain)
    pair = checked_delimiters(delimiters)
    for text in (pair.opening, pair.closing) if pair else ():
        if text[0].isalnum() or text[0].isspace():
            raise OptionError(
                f"delimiters take texts that start with a mark, as <n> does, not {quoted(text)}",
                fault="delimiters",
            )
    shapes = NAMED_SHAPES if skip is None else sorted(checked_skip(skip))
    return TextOptions(shapes, (pair.opening, pair.closing) if pair else None, plain)


def _number_grammar(tokenizer: Any, scheme: Scheme, within: Scheme, *, signed: bool) -> str:  # noqa: ANN401
    """Return the grammar of one number of the scheme `within`, whose tokens are among those of `scheme`."""
    if mark_of(tokenizer) is None:
        return export_grammar(within, "llguidance", signed=signed)
    return token_number_grammar(within, token_ids(tokenizer, Vocabulary(scheme)), signed=signed)


def _text_grammar(tokenizer: Any, scheme: Scheme, options: TextOptions) -> str:  # noqa: ANN401
    """Return the grammar of free text. Extended tokenizers have tokens for numbers."""
    mark = mark_of(tokenizer)
    if mark is None:
        return free_text_grammar(scheme, options)
    if options.delimiters:
        raise OptionError(
            "delimiters are for tokenizers that are not extended: an extended one has tokens for numbers",
            fault="delimiters",
        )
    return token_text_grammar(scheme, token_ids(tokenizer, Vocabulary(scheme)), mark, options)


def _engine(
    tokenizer: Any,  # noqa: ANN401
    written: "Callable[[], str]",
    eos_token_id: "int | Sequence[int] | None",
) -> tuple[Any, Any, int]:
    """Return the matcher at the start, an executor for many matchers, and the number of tokens."""
    try:
        import llguidance.hf  # noqa: PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "constrained decoding needs the packages llguidance and transformers: "
            "pip install llguidance transformers",
            fault="missing-package",
        ) from None

    if not getattr(tokenizer, "is_fast", False):
        raise OptionError("the tokenizer must be a fast tokenizer of transformers", fault="unfit-tokenizer")
    end = tokenizer.eos_token_id if eos_token_id is None else eos_token_id
    if end is None:
        raise OptionError("the tokenizer has no end token: give eos_token_id", fault="unfit-tokenizer")
    ends = end if isinstance(end, int) else list(end)
    limits = llguidance.LLParserLimits(step_lexer_fuel=_MOST_WORK, verbose_errors=False)
    grammar = written()
    try:
        tokens = llguidance.hf.from_tokenizer(tokenizer, eos_token=ends)
    except ValueError as error:
        raise OptionError(
            f"llguidance cannot read the tokenizer: {str(error)[:80]}…", fault="unfit-tokenizer"
        ) from None
    matcher = llguidance.LLMatcher(tokens, grammar, log_level=0, limits=limits)
    return matcher, llguidance.LLExecutor(), tokens.vocab_size
