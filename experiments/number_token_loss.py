"""Number Token Loss for the tokens of a scheme, beside the usual loss."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from tst_grammar import Scheme, Vocabulary
from tst_grammar.values import number_token_loss

Tensor = Any
ValueLoss = Callable[[Tensor, Tensor], Tensor]
WEIGHT: Final = 0.3
"""The weight of the loss, as in its paper."""


def value_loss(scheme: Scheme, tokens: Sequence[str]) -> ValueLoss:
    """Return the loss for logits over these tokens. The largest value counts as one."""
    import ntloss  # noqa: PLC0415 -- only one part of the plan needs it
    import numpy as np  # noqa: PLC0415

    vocabulary = Vocabulary(scheme)
    exact = [vocabulary.value(token) if token in vocabulary else None for token in tokens]
    most = max(float(value) for value in exact if value is not None)
    values = np.array([np.nan if value is None else float(value) / most for value in exact])
    loss = number_token_loss(ntloss.NTLoss, None, values)
    return lambda logits, targets: WEIGHT * loss(logits.unsqueeze(0), targets.unsqueeze(0))
