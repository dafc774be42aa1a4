"""Escapes text for XML and HTML."""

import re
from html import escape

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Escape a text for XML and HTML, and replace each character that they cannot contain.

    >>> escaped("<b> & " + chr(0))
    '&lt;b&gt; &amp; �'
    """
    return escape(_FORBIDDEN.sub("\ufffd", text))
