"""Converts SVG pictures to PDF with CairoSVG, for papers."""

from tst_grammar.errors import OptionError


def as_pdf(svg: str) -> bytes:
    """Return a picture as PDF."""
    try:
        from cairosvg import svg2pdf  # noqa: PLC0415 -- it is an extra
    except (ImportError, OSError):  # without the library cairo, importing it fails with OSError
        raise OptionError(
            "a PDF file needs the package cairosvg and the library cairo: pip install cairosvg",
            fault="missing-package",
        ) from None
    content: bytes = svg2pdf(bytestring=svg.encode())
    return content
