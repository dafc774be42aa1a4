"""Texts that break one rule of the definition of a scheme's numbers, and no other."""

import pytest

BEYOND = (
    pytest.param("tst", "0. 000p", id="a-last-group-of-zeros"),
    pytest.param("tst", "5. 120p 000pp", id="a-last-group-of-zeros-after-others"),
    pytest.param("gst-4", "100e16 0000e12 0000e8 0000e4 0000", id="a-digit-too-many"),
    pytest.param("gst-2", "1e18 00e16 00e14 00e12 00e10 00e8 00e6 00e4 00e2 00", id="a-group-too-many"),
    pytest.param("tst", "-0", id="a-sign-of-zero"),
)
"""A scheme and a text. No part that reads TST takes it for a number."""


def tokens_in(text: str) -> list[str]:
    """Return the tokens of such a text."""
    return text.replace("-", "- ").replace(".", " .").split()
