"""Where the grammars are."""

from pathlib import Path


def folder() -> Path:
    """Return the folder of the grammars: inside an installed package, beside the package in a checkout."""
    package = Path(__file__).parent
    installed = package / "grammars"
    return installed if installed.is_dir() else package.parent / "grammars"
