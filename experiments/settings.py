"""The settings of a run: what it trains, and for how long."""

from typing import Any, Literal

from attrs import asdict, frozen


@frozen
class Settings:
    """The size of the model and of its training.

    `equal`: all arms get the same number of `"examples"`, or as many as cost the same trunk `"flops"`.
    `loss`: the usual cross entropy, or `"ntl"`, which adds Number Token Loss for tokens with a value.
    """

    layers: int = 2
    width: int = 32
    heads: int = 4
    batch: int = 64
    steps: int = 400
    rate: float = 3e-3
    test: int = 500
    points: int = 8
    equal: Literal["examples", "flops"] = "examples"
    loss: Literal["cross-entropy", "ntl"] = "cross-entropy"


@frozen
class Run:
    """One model to train: a task, an arm and a seed, in a part of the plan."""

    part: str
    task: str
    arm: str
    seed: int
    settings: Settings = Settings()

    def key(self) -> dict[str, Any]:
        """Return the key by which the results know the run."""
        return {
            "task": self.task,
            "arm": self.arm,
            "seed": self.seed,
            "settings": asdict(self.settings),
        }
