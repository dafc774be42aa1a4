"""Imports the packages that only some modules of `columns` need."""

from importlib import import_module
from typing import Any

from tst_grammar.errors import OptionError


def package(name: str) -> Any:
    """Return a module of another package, or raise an error that says how to install it.

    >>> package("no_such_package.frames")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: this needs no_such_package: pip install no_such_package
    """
    try:
        return import_module(name)
    except ImportError as error:
        missing = error.name or name
        raise OptionError(
            f"this needs {missing}: pip install {missing.partition('.')[0]}", fault="missing-package"
        ) from None
