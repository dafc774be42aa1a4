"""The colours of magnitudes. Each can be seen on a light and on a dark background."""

from typing import Final

from tst_grammar.models.pictures.boxes import Box

GROUNDS: Final = {"light": "#ffffff", "dark": "#16181d"}
INKS: Final = {"light": "#1b1f24", "dark": "#e8eaed"}
"""The colours of the background of a picture and of its text."""

GRAY: Final = "#7a7d80"
HUES: Final = ("#2f7dd8", "#1d8a4e", "#c2620c", "#9460d6", "#d1437f", "#0f8794")


def look_of(box: Box) -> int | None:
    """Return the index of the hue of a box, or None for units and marks, which are gray. Neighbours differ.

    >>> [look_of(Box("", "", order)) for order in (2, 1, 0, -1, -2, None)]
    [1, 0, None, 5, 4, None]
    """
    if not box.order:
        return None
    return (box.order - (box.order > 0)) % len(HUES)


def hue_of(box: Box) -> str:
    """Return the colour of a box.

    >>> hue_of(Box("1k", "thousands", 1))
    '#2f7dd8'
    """
    look = look_of(box)
    return GRAY if look is None else HUES[look]
