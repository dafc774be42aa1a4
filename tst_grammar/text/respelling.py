"""Names the reason why a number comes back spelled differently."""

from tst_grammar.notation.parts import Parts


def respelling(raw: str, restored: str, parts: Parts) -> str:
    """Return the name of the first difference between a number and its restored form.

    >>> respelling("1,234.50", "1234.5", Parts("", "1234", "50", 0, "", ""))
    'group-marks'
    >>> respelling("1.50", "1.5", Parts("", "1", "50", 0, "", ""))
    'trailing-zeros'
    """
    if not _digits(raw).isascii() or not _digits(restored).isascii():
        return "native-digits"
    if parts.exponent:
        return "exponent"
    if parts.integer not in raw or (parts.integer.lstrip("0") or "0") not in restored:
        return "group-marks"
    if parts.fraction.endswith("0"):
        return "trailing-zeros"
    if not parts.integer:
        return "leading-point"
    if parts.fraction and f"{parts.integer}.{parts.fraction}" not in raw:
        return "decimal-mark"
    return "sign" if parts.sign and parts.sign not in raw else "spacing"


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))
