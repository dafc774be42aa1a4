"""Pictures outside of browsers: librsvg and CairoSVG draw what the attributes say, on a light ground."""

import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tst_grammar.cli.main import main
from tst_grammar.models.pictures.palette import GROUNDS, INKS

cairosvg = pytest.importorskip("cairosvg", reason="it is an extra: pdf")
images = pytest.importorskip("PIL.Image", reason="it is in the group figures")

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = sorted(DOCS.rglob("*.svg"))


def by_librsvg(path: Path, scale: int = 1) -> Any:
    done = subprocess.run(["rsvg-convert", f"--zoom={scale}", path], capture_output=True, check=True)
    return images.open(BytesIO(done.stdout))


def by_cairosvg(path: Path, scale: int = 1) -> Any:
    return images.open(BytesIO(cairosvg.svg2png(url=str(path), scale=scale)))


RENDERERS = pytest.mark.parametrize("render", [by_librsvg, by_cairosvg])


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color.removeprefix("#")))


@RENDERERS
@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_every_picture_is_dark_on_an_opaque_light_ground(render: Any, path: Path) -> None:
    image = render(path).convert("RGBA")
    corners = {image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)}
    assert corners == {(255, 255, 255, 255)}
    grey = image.convert("L").histogram()
    assert sum(grey[200:]) > 0.7 * sum(grey)
    assert sum(grey[:100]) > 0.001 * sum(grey)


@RENDERERS
def test_a_picture_has_its_colours(render: Any, tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    assert main(["show", "--svg", str(path), "-$12,345,678.9"]) == 0
    image = render(path, 4).convert("RGB")  # so that lines have whole pixels
    assert image.getpixel((0, 0)) == rgb(GROUNDS["light"])
    text = path.read_text(encoding="utf-8")
    drawn = {color for _, color in image.getcolors(1 << 20)}
    hues = set(re.findall('<rect [^>]*stroke="(#[0-9a-f]{6})"', text))
    assert len(hues) == 4
    for color in (*hues, INKS["light"]):
        assert any(max(map(distance, each, rgb(color))) <= 40 for each in drawn), color


def distance(one: int, other: int) -> int:
    return abs(one - other)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_both_programs_draw_the_same(path: Path) -> None:
    one, other = (render(path).convert("L").resize((92, 60)) for render in (by_librsvg, by_cairosvg))
    differences = [distance(*pair) for pair in zip(one.tobytes(), other.tobytes(), strict=True)]
    assert sum(differences) / len(differences) < 8


def test_a_pdf_file(tmp_path: Path) -> None:
    path = tmp_path / "figure.pdf"
    assert main(["show", "--pdf", str(path), "111111.111"]) == 0
    assert path.read_bytes().startswith(b"%PDF-")
