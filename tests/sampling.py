"""How much of a large set the quick suite runs, while the deep suite runs all of it."""

from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

T = TypeVar("T")

DEEP = pytest.mark.deep


def is_deep() -> bool:
    """Tell whether the deep suite runs."""
    return settings.get_current_profile_name() == "deep"


def examples(count: int) -> settings:
    """Run a property on this many examples in the quick suite, and on ten times that in the deep one."""
    return settings(max_examples=count * 10 if is_deep() else count)


def every(step: int, values: Iterable[T]) -> list[ParameterSet]:
    """Return parameters of which each `step`th is for the quick suite and the others for the deep one."""
    return [
        pytest.param(*value if isinstance(value, tuple) else (value,), marks=[DEEP] if place % step else [])
        for place, value in enumerate(values)
    ]
