"""A small transformer: the same trunk for every arm."""

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 -- its usual name
from torch import nn

from experiments.settings import Settings

Tensor = Any
LONGEST = 64
"""The most tokens that a model reads."""
PLACES = 24
"""The most places in a number, with the offset of training."""


class Block(nn.Module):  # type: ignore[misc]
    """Causal attention and two dense layers, each behind a normalisation."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before_attention, self.before_dense = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.widen, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def attend(self, x: Tensor) -> Tensor:
        """Let each token read itself and the tokens before it."""
        rows, length, width = x.shape
        mixed = self.mix(self.before_attention(x)).view(rows, length, 3, self.heads, width // self.heads)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        return x + self.out(attended.transpose(1, 2).reshape(rows, length, width))

    def think(self, x: Tensor) -> Tensor:
        """Change each token by itself."""
        return x + self.narrow(F.gelu(self.widen(self.before_dense(x)), approximate="tanh"))


class Model(nn.Module):  # type: ignore[misc]
    """Embeddings, blocks and an output for each token of the vocabulary.

    `places` adds an embedding of each token's place in its number. `scaled` multiplies an embedding by the
    token's value, and adds an output that predicts a value.
    """

    def __init__(self, vocabulary: int, settings: Settings, *, places: bool, scaled: bool) -> None:
        super().__init__()
        width = settings.width
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(LONGEST, width)
        self.places = nn.Embedding(PLACES, width) if places else None
        self.blocks = nn.ModuleList(Block(width, settings.heads) for _ in range(settings.layers))
        self.norm, self.output = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)
        self.value: Any = nn.Linear(width, 1) if scaled else None
        for embedding in filter(None, (self.tokens, self.positions, self.places)):
            nn.init.normal_(embedding.weight, std=0.1)

    def forward(self, ids: Tensor, places: Tensor, values: Tensor, wanted: Tensor = None) -> Tensor:
        """Return the state of each token after the last block, or only those of the wanted tokens."""
        x = self.tokens(ids)
        if self.value is not None:
            x = x * values.unsqueeze(-1)
        x = x + self.positions.weight[: ids.shape[1]]
        if self.places is not None:
            x = x + self.places(places) * (places > 0).unsqueeze(-1)
        for block in self.blocks[:-1]:
            x = block.think(block.attend(x))
        x = self.blocks[-1].attend(x)
        return self.norm(self.blocks[-1].think(x if wanted is None else x[wanted]))

    def trunk_parameters(self) -> int:
        """Return how many parameters the blocks have: the part that is equal in all arms."""
        return sum(each.numel() for each in self.blocks.parameters())


def seeded(seed: int) -> None:
    """Make what follows repeatable, on one thread."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
