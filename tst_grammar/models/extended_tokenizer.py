"""Adds the tokens of a scheme to a Hugging Face tokenizer, which then encodes plain numbers as TST.

The normalizer cuts numbers into groups that end with a mark, the added tokens match these groups, and the
decoder turns them back into plain numbers. All of this is data of the tokenizer: using it needs no code of
this package.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tst_grammar.errors import OptionError
from tst_grammar.language.scheme import TERMINATOR, TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.models.embeddings import initial_embeddings, mark_of, token_ids
from tst_grammar.models.joining import joining_text, joining_tokens
from tst_grammar.models.rewriting import MARKS, Marked, Rewrite, either, number_tokens
from tst_grammar.models.splitting import splitting
from tst_grammar.option_checks import checked_flag

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["extend", "initial_embeddings", "token_ids"]

AnyTokenizer = TypeVar("AnyTokenizer")

_MOST_TOKENS: Final = 250_000
_MOST_DIGITS: Final = 64


def extend(tokenizer: AnyTokenizer, scheme: AnyScheme = TST, *, exact: bool = False) -> AnyTokenizer:
    """Return a copy of a tokenizer that encodes plain numbers and TST text as TST tokens, and decodes them.

    The tokenizer is a `tokenizers.Tokenizer`, or a fast tokenizer of transformers, whose copy is a
    `PreTrainedTokenizerFast`. The new tokens get the ids after the existing ones.

    Decoding gives each number in its shortest form. With `exact`, numbers that would come back spelled
    differently, such as `1.50` and `-0`, get the ids that they had before.

    >>> from tokenizers import Tokenizer, models
    >>> tokenizer = extend(Tokenizer(models.WordLevel({"about": 0, "?": 1}, unk_token="?")))
    >>> encoding = tokenizer.encode("1234567.89")
    >>> [token[:-1] for token in encoding.tokens], encoding.offsets
    (['1m', '234k', '567', '.', '890p'], [(0, 1), (1, 4), (4, 7), (7, 8), (8, 10)])
    >>> tokenizer.decode(encoding.ids)
    '1234567.89'
    """
    chosen, is_exact = scheme_of(scheme), checked_flag("exact", exact)
    _require_possible(chosen)
    _require_package()
    is_wrapped = hasattr(tokenizer, "backend_tokenizer")
    made = _wrapped if is_wrapped else _extended
    copy: AnyTokenizer = made(tokenizer, chosen, exact=is_exact)
    return copy


def _wrapped(tokenizer: Any, scheme: Scheme, *, exact: bool) -> Any:  # noqa: ANN401 -- its types are incomplete
    from transformers import PreTrainedTokenizerFast  # noqa: PLC0415 -- the tokenizer comes from there

    backend = _extended(tokenizer.backend_tokenizer, scheme, exact=exact)
    settings = {**tokenizer.init_kwargs, **tokenizer.special_tokens_map, "tokenizer_object": backend}
    for model in ("vocab", "merges", "tokenizer_file"):
        settings.pop(model, None)
    make: Any = PreTrainedTokenizerFast
    copy = make(**settings)
    copy.chat_template = tokenizer.chat_template
    return copy


def _extended(tokenizer: Any, scheme: Scheme, *, exact: bool) -> Any:  # noqa: ANN401 -- its types are incomplete
    from tokenizers import AddedToken, Tokenizer, decoders, normalizers  # noqa: PLC0415 -- it is an extra

    copy: Tokenizer = Tokenizer.from_str(tokenizer.to_str())
    marked = Marked(scheme, _free_mark(copy))
    cutting = chain(
        _escaping(marked), joining_text(marked), splitting(marked, exact=exact), _spacing(copy, marked)
    )
    own_normalizers = [copy.normalizer] if copy.normalizer else []
    copy.normalizer = normalizers.Sequence([*own_normalizers, *_replacing(normalizers.Replace, cutting)])
    tokens = [token + marked.mark for token in number_tokens(Vocabulary(scheme))]
    _require_kept(copy, tokens, scheme)
    copy.add_tokens([AddedToken(token, normalized=True) for token in tokens])
    # Without a decoder, tokens are joined with spaces. This one does the same: no token begins with the mark.
    own_decoder = copy.decoder or decoders.WordPiece(prefix=marked.mark, cleanup=False)
    separators = (_separator(own_decoder, marked.mark, second) for second in ("2", "."))
    joining = joining_tokens(marked, *separators)
    copy.decoder = decoders.Sequence(
        [own_decoder, decoders.Fuse(), *_replacing(decoders.Replace, joining)],
    )
    return copy


def _replacing(replace: Any, rewrites: Iterable[Rewrite]) -> list[Any]:  # noqa: ANN401 -- of normalizers or decoders
    from tokenizers import Regex  # noqa: PLC0415 -- it is an extra

    return [replace(Regex(pattern), content) for pattern, content in rewrites]


def _escaping(marked: Marked) -> Iterator[Rewrite]:
    """Yield the rewrites that escape marks in a text, unless the whole text is the name of a token."""
    mark, shapes = re.escape(marked.mark), marked.shapes()
    yield Rewrite(rf"\A▁(?={either(shapes)}{mark}\z)", "")
    is_name = either(rf"(?<=\A{shape}{mark})" for shape in shapes)
    yield Rewrite(rf"{mark}(?!\z{is_name})", marked.escape)


def _spacing(tokenizer: "Tokenizer", marked: Marked) -> Iterator[Rewrite]:
    """Yield the rewrite that keeps the space before a number if the tokenizer drops spaces between words.

    Such a tokenizer puts a sign for the space before each word, but not before an added token.
    """
    sign, token = "▁", f"1{marked.mark}"
    if (
        tokenizer.pre_tokenizer
        and not tokenizer.pre_tokenizer.pre_tokenize_str(" ")
        and tokenizer.token_to_id(sign) is not None
        and tokenizer.decoder
        and tokenizer.decoder.decode([f"{sign}a", sign, token]).endswith(f"a {token}")
    ):
        yield Rewrite(rf"\s(?={either(marked.shapes())}{re.escape(marked.mark)})", sign)


def _free_mark(tokenizer: "Tokenizer") -> str:
    """Return a mark that the tokenizer's normalizer leaves alone."""
    if mark_of(tokenizer):
        raise OptionError(
            "the tokenizer already has TST tokens: extend the original one", fault="unsupported-tokenizer"
        )
    for mark in MARKS:
        if not tokenizer.normalizer or tokenizer.normalizer.normalize_str(f"1{mark}").endswith(f"1{mark}"):
            return mark
    raise OptionError(
        "the tokenizer's normalizer drops every character that could mark TST tokens",
        fault="unsupported-tokenizer",
    )


def _separator(decoder: Any, mark: str, second: str) -> str:  # noqa: ANN401 -- of several classes
    """Return the text that a decoder puts between two added tokens: often a space, except before a point."""
    text = decoder.decode([f"1{mark}", f"{second}{mark}"])
    separator = re.fullmatch(f"1{mark}(.*){re.escape(second)}{mark}", text, re.DOTALL)
    if not separator:
        raise OptionError("the tokenizer's decoder changes added tokens", fault="unsupported-tokenizer")
    return separator[1]


def _require_kept(tokenizer: "Tokenizer", tokens: list[str], scheme: Scheme) -> None:
    """Refuse markers that the tokenizer's normalizer changes, such as capitals that it lowers."""
    examples = {re.sub("^[0-9]+", "", token): token for token in tokens}
    for token in examples.values():
        if tokenizer.normalizer.normalize_str(token) != token:
            field = "spelling" if scheme.spelling == "reserved" else "magnitudes"
            raise OptionError(
                f"the tokenizer's normalizer changes {token[:-1]!r}: use a scheme with another value of "
                f"{'terminated' if token.startswith(TERMINATOR[0]) else field}",
                fault="unsupported-scheme",
            )


def _require_possible(scheme: Scheme) -> None:
    if scheme.placement == "prefix":
        raise OptionError(
            "placement='prefix' is not possible in a tokenizer: a marker can only be inserted after a digit",
            fault="unsupported-scheme",
        )
    if scheme.unit == "digit" and scheme.group_size > 1:
        raise OptionError(
            "unit='digit' is not possible in a tokenizer: two numbers side by side would be read as one",
            fault="unsupported-scheme",
        )
    for field in ("integer_digits", "fraction_digits"):
        if getattr(scheme, field) > _MOST_DIGITS:
            raise OptionError(
                f"{field}={getattr(scheme, field)} is too many for a tokenizer: at most {_MOST_DIGITS}",
                fault="unsupported-scheme",
            )
    if len(Vocabulary(scheme)) > _MOST_TOKENS:
        raise OptionError(
            f"group_size={scheme.group_size} makes more than {_MOST_TOKENS} tokens: use a smaller group size",
            fault="unsupported-scheme",
        )


def _require_package() -> None:
    try:
        import tokenizers  # noqa: F401, PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "extending a tokenizer needs the package tokenizers: pip install numpy tokenizers",
            fault="missing-package",
        ) from None
