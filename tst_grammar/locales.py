"""How a locale writes numbers."""

from typing import Final

from attrs import frozen

from tst_grammar.errors import LocaleError


@frozen
class Locale:
    """The marks of one locale.

    >>> find_locale("en").decimal_mark
    '.'
    """

    id: str
    decimal_mark: str
    group_mark: str


_LOCALES: Final = {"en": Locale("en", decimal_mark=".", group_mark=",")}


def find_locale(locale_id: str) -> Locale:
    """Return the locale of this id.

    >>> find_locale("tlh")
    Traceback (most recent call last):
    tst_grammar.errors.LocaleError: no locale 'tlh': known are en
    """
    if not isinstance(locale_id, str):
        raise TypeError(f"locale takes a str, not {type(locale_id).__name__}")
    if locale_id not in _LOCALES:
        raise LocaleError(
            f"no locale {locale_id!r}: known are {', '.join(_LOCALES)}",
            fault="unknown-locale",
            expected=tuple(_LOCALES),
        )
    return _LOCALES[locale_id]
