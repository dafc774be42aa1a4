"""Finds and reads the settings for a folder, from `tst.toml` or a table of `pyproject.toml`."""

import os.path
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.linter.project.setting_values import setting
from tst_grammar.linter.project.settings import Settings

_TABLE = "tst-grammar"


@frozen
class Configuration:
    """The settings for each folder. Each settings file is read once.

    `change` is applied to the settings that are read, and to the defaults. Where `only` is given, it holds
    for all folders, and no settings file is read.

    >>> Configuration(lambda settings: settings.choosing(["NUM"])).for_file("/a.md").select
    ('NUM',)
    """

    change: Callable[[Settings], Settings] = lambda settings: settings
    only: Settings | None = None
    _known: dict[Path, Settings] = field(factory=dict, init=False, repr=False, eq=False)

    @property
    def defaults(self) -> Settings:
        """The settings for a folder that has none."""
        return self.only or self.change(Settings())

    def for_file(self, path: str) -> Settings:
        """Return the settings for the folder of a file. The file need not exist."""
        return self.for_folder(Path(path).parent)

    def for_folder(self, folder: Path) -> Settings:
        """Return the settings of a folder, or of the nearest folder above it that has any."""
        if self.only:
            return self.only
        start = Path(os.path.abspath(folder))  # noqa: PTH100 -- links are not resolved
        passed: list[Path] = []
        settings: Settings | None = None
        for each in (start, *start.parents):
            if settings := self._known.get(each):
                break
            passed.append(each)
            if settings := settings_in(each):
                settings = self.change(settings)
                break
        settings = settings or self.defaults
        self._known.update(dict.fromkeys(passed, settings))
        return settings


def settings_in(folder: Path) -> Settings | None:
    """Return the settings in a folder itself: of `tst.toml`, or else of `pyproject.toml`."""
    own, shared = folder / "tst.toml", folder / "pyproject.toml"
    if _is_file(own):
        return settings_of(_toml(own, _bytes(own)), name=f"{own}: ", folder=folder)
    if not _is_file(shared):
        return None
    content = _bytes(shared)
    if _TABLE.encode() not in content:  # a file without our table may be invalid
        return None
    tool = _toml(shared, content).get("tool")
    if not isinstance(tool, dict) or _TABLE not in tool:
        return None
    if not isinstance(tool[_TABLE], dict):
        raise OptionError(f"{shared}: tool.{_TABLE} is not a table", fault="setting")
    return settings_of(tool[_TABLE], name=f"{shared}: tool.{_TABLE}.", folder=folder)


def settings_of(table: Mapping[str, object], *, name: str = "", folder: Path = Path()) -> Settings:
    """Return the settings of a table. An error message puts `name` before the key.

    >>> settings_of({"local": "de"}, name="tst.toml: ")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: tst.toml: local: there is no such setting: did you mean locale?
    """
    values: dict[str, Any] = {}
    for key, value in table.items():
        try:
            values[key.replace("-", "_")] = setting(key, value)
        except TstGrammarError as error:
            message = f"{name}{key}: {error.message}"
            raise OptionError(message, fault=error.fault, expected=error.expected) from None
    return Settings(folder=folder, **values)


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 -- it is False in a folder without permission


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}", fault="unreadable") from None


def _toml(path: Path, content: bytes) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 -- most runs find no settings

    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = f"line {line} has bytes that are not UTF-8"
    except ValueError as error:  # also raised for an integer with too many digits
        problem = str(error)
    except RecursionError:
        problem = "it is nested too deeply"
    raise OptionError(f"{path} is not TOML: {problem}", fault="not-toml")
