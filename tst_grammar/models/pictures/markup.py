"""Texts inside XML and HTML."""

import re
from html import escape

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Return a text as it stands in XML and HTML, with a sign for each character that they cannot hold.

    >>> escaped("<b> & " + chr(0))
    '&lt;b&gt; &amp; �'
    """
    return escape(_FORBIDDEN.sub("\ufffd", text))
