"""Numbers for language models: exact conversion between written numbers and TST.

The public names are listed once, in `__init__.pyi`, where type checkers and editors read them too.
"""

from functools import cache
from importlib import import_module

_DEPRECATED: dict[str, tuple[str, str]] = {}
"""Deprecated names, each with the name to use instead and the version that will remove it."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that a program loads only the modules it needs."""
    if name in _DEPRECATED:
        return _deprecated(name)
    value = _value(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(["__version__", *_homes()])


def _deprecated(name: str) -> object:
    """Warn the caller about a deprecated name, each time it is used, and return what it means."""
    from warnings import warn  # noqa: PLC0415 -- few programs use such a name

    new, version = _DEPRECATED[name]
    message = f"tst_grammar.{name} will be removed in version {version}: use tst_grammar.{new}"
    warn(message, DeprecationWarning, stacklevel=3)
    return _value(new)


def _value(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 -- few programs ask for it

        return version("tst-grammar")
    if name == "__all__":
        return sorted((public for public, home in _homes().items() if home != __name__), key=_rank)
    home = None if name.startswith("_") else _homes().get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == __name__:
        return import_module(f"{__name__}.{name}")
    return getattr(import_module(home), name)


def _rank(name: str) -> tuple[bool, bool, str]:
    """Sort constants before classes, and classes before functions."""
    return not name.isupper(), name.islower(), name


@cache
def _homes() -> dict[str, str]:
    """Return the module of each public name; this package is the home of the public modules."""
    import ast  # noqa: PLC0415 -- commands never need it
    from pathlib import Path  # noqa: PLC0415

    stub = ast.parse(Path(__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {each.name: node.module or "" for node in imports for each in node.names}
