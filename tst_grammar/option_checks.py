"""Checks the types of options that many functions take: True or False, and texts."""


def checked_flag(name: str, value: object) -> bool:
    """Return the value of an option that is True or False.

    >>> checked_flag("unsafe", "no")
    Traceback (most recent call last):
    TypeError: unsafe takes True or False, not str
    """
    if not isinstance(value, bool):
        raise TypeError(f"{name} takes True or False, not {type(value).__name__}")
    return value


def checked_text(name: str, value: object) -> str:
    """Return the value of an option that is a text.

    >>> checked_text("locale", ["de"])
    Traceback (most recent call last):
    TypeError: locale takes a str, not list
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} takes a str, not {type(value).__name__}")
    return value
