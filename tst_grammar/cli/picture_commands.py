"""The command `show`: draws numbers in the terminal, or writes pictures of them to files."""

import locale
import shutil
from argparse import Namespace
from pathlib import Path

from tst_grammar.cli.number_commands import for_each
from tst_grammar.files.replacement import replaced
from tst_grammar.models.pictures.figure import Figure, figure_of
from tst_grammar.models.pictures.plain_tokens import chunks, tokenizer_cutter


def run_show(options: Namespace) -> int:
    """Draw numbers as boxes. With --svg, --pdf or --html, write pictures to files if there are no errors."""
    cut = tokenizer_cutter(options.tokenizer) if options.tokenizer else chunks
    cut_by = f"by {Path(options.tokenizer).name}" if options.tokenizer else ""

    def figure(text: str) -> Figure:
        return figure_of(text, scheme=options.scheme, locale=options.locale, cut=cut, cut_by=cut_by)

    paths = {"svg": options.svg, "pdf": options.pdf, "html": options.html}
    if not any(paths.values()):
        return for_each(options.number, lambda text: _print(figure(text)))
    figures: list[Figure] = []
    code = for_each(options.number, lambda text: figures.append(figure(text)))
    if code == 0:
        _write(figures, paths)
    return code


def _print(figure: Figure) -> None:
    from tst_grammar.diagnostics import visible  # noqa: PLC0415 -- pictures in files do not need it
    from tst_grammar.models.pictures.terminal_boxes import frame_for, painted  # noqa: PLC0415

    # Standard output accepts all of Unicode. The locale says what the terminal can show.
    frame = frame_for(locale.getencoding())
    print(visible(figure.number))
    print(painted(figure.tst.boxes, width=shutil.get_terminal_size().columns, frame=frame))


def _write(figures: list[Figure], paths: dict[str, str | None]) -> None:
    from tst_grammar.models.pictures.html import page  # noqa: PLC0415 -- the terminal does not need it
    from tst_grammar.models.pictures.pdf import as_pdf  # noqa: PLC0415
    from tst_grammar.models.pictures.svg import drawn  # noqa: PLC0415

    write = {
        "svg": lambda: drawn(figures).encode(),
        "pdf": lambda: as_pdf(drawn(figures)),
        "html": lambda: page(figures).encode(),
    }
    written = {path: write[kind]() for kind, path in paths.items() if path}
    for path, content in written.items():
        with replaced(path) as file:
            file.write(content)
