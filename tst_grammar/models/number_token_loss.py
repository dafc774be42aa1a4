"""Number token losses of the package ntloss for the tokens of a scheme."""

from typing import TYPE_CHECKING, Any

from tst_grammar.errors import OptionError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray


def number_token_loss(
    kind: type[Any],
    tokenizer: Any,  # noqa: ANN401 -- a tokenizer of transformers
    values: "NDArray[float64]",
    **options: Any,  # noqa: ANN401 -- the options of ntloss
) -> Any:  # noqa: ANN401 -- ntloss need not be installed
    """Return a loss of ntloss that takes the value of each token id from an array, such as `aligned_values`.

    `kind` is `ntloss.NTLoss` or `ntloss.NTLossDotProduct`, and the options are those of its constructor.
    ntloss itself recognises only tokens that Python's `float` reads, not `1k`. If `values` is longer than
    the tokenizer, it says how many tokens the model scores.
    """
    if not hasattr(kind, "setup_number_tokens"):
        raise OptionError(
            "number_token_loss takes ntloss.NTLoss or ntloss.NTLossDotProduct of ntloss 0.3",
            fault="unfit-loss",
        )
    loss: Any = type(kind.__name__, (kind,), {"setup_number_tokens": _setup_number_tokens, "_values": values})
    return loss(tokenizer, len(values), digit_level=False, **options)


def _setup_number_tokens(loss: Any) -> None:  # noqa: ANN401
    """Set what a loss has to know of its number tokens, in place of its own method."""
    import torch  # noqa: PLC0415 -- ntloss needs it, and importing it takes seconds

    values = torch.as_tensor(loss._values, dtype=torch.float32)  # noqa: SLF001 -- of the class made above
    is_number = ~torch.isnan(values)
    if is_number.all():
        raise OptionError("one token at least must have no value", fault="unfit-loss")
    loss.number_values = values
    loss.is_number_token = is_number
    loss.number_values_dense = values[is_number]
    loss.number_token_ids = is_number.nonzero().squeeze(1)
    loss.nan_id = int((~is_number).nonzero()[0])
    loss._nt_ids_cache = {}  # noqa: SLF001 -- ntloss fills it in the method that this one replaces
