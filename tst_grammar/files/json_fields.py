"""Changes the strings of named fields in lines of JSON, and leaves every other byte as it is."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from json import JSONDecodeError, JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.encoder import encode_basestring, encode_basestring_ascii

from attrs import field, frozen

from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError
from tst_grammar.files.streams import LineError, decoded, encoded

Steps = tuple[()] | tuple["Steps", str | int]
"""The path to a value: the path to the object or list that holds it, then its key or index."""

Place = tuple[int, int, str, Steps]
"""The start and the end of a string with its quotes, its value, and the path to it."""

_SPACE = re.compile(r"[ \t\r\n]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BYTE = re.compile("[\udc80-\udcff]")
_BYTE_ORDER_MARK = "\ufeff"
_DECODER = JSONDecoder(parse_int=str, parse_float=str)  # numbers are skipped and may be long
_PROBLEMS = {
    "Invalid control character at": "a control character must be escaped",
    "Unterminated string starting at": "the string that starts here has no end",
}
"""Our wording for messages of the standard library that expect a position after them."""

_KINDS = {'"': "a string", "{": "an object", "t": "true", "f": "false"}


def is_json_lines(path: str) -> bool:
    """Tell from its name whether a file has lines of JSON.

    >>> is_json_lines("a.jsonl.gz"), is_json_lines("a.md")
    (True, False)
    """
    return re.search(r"\.(jsonl|ndjson)(\.gz|\.zst|\.bz2|\.xz)?$", path, re.IGNORECASE) is not None


@frozen
class FieldText:
    """A string of a field: its line, counted from 0 where reading started, the path to it, and its text.

    >>> FieldText(0, ((((), "messages"), 0), "content"), "Hello").name
    'messages[0].content'
    """

    line: int
    steps: Steps
    text: str

    @property
    def name(self) -> str:
        """The path as people write it: keys with dots between them, and indices from 0 in brackets."""
        names: list[str] = []
        steps = self.steps
        while steps:
            steps, step = steps
            names.append(f"[{step}]" if isinstance(step, int) else f".{step}")
        return "".join(reversed(names)).removeprefix(".")


@frozen
class Fields:
    r"""The names of the chosen fields as a tree.

    `below` holds the fields inside this one. `is_chosen` says whether to change the strings of this field.

    >>> fields = Fields.of(["messages.content"])
    >>> given = b'{"messages": [{"content": "1"}, {"content": "2"}], "n": 1e0}\n'
    >>> b"".join(fields.changed(given, "<{}>".format))
    b'{"messages": [{"content": "<1>"}, {"content": "<2>"}], "n": 1e0}\n'
    """

    name: str = ""
    is_chosen: bool = False
    below: dict[str, "Fields"] = field(factory=dict)

    @classmethod
    def of(cls, names: Iterable[str]) -> "Fields":
        """Return the tree of names such as `messages.content`."""
        paths = [name.split(".") for name in names]
        if not all(map(all, paths)):
            raise OptionError("a field is a name such as text or messages.content", fault="field")
        return cls._tree([], paths)

    @classmethod
    def _tree(cls, above: list[str], paths: list[list[str]]) -> "Fields":
        below = {
            name: cls._tree([*above, name], [path[1:] for path in paths if path[:1] == [name]])
            for name in dict.fromkeys(path[0] for path in paths if path)
        }
        return cls(".".join(above), [] in paths, below)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields whose strings are changed, such as `messages.content`."""
        own = (self.name,) if self.is_chosen else ()
        return own + tuple(name for each in self.below.values() for name in each.names)

    def changed(self, piece: bytes, change: Callable[[str], str]) -> Iterator[bytes]:
        """Yield lines with the strings of these fields changed."""
        return (
            encoded("".join(_rewritten(text, places, change))) if places else line
            for line, text, places in self._lines(piece)
        )

    def strings(self, piece: bytes) -> Iterator[str]:
        r"""Yield the strings of these fields in lines.

        >>> list(Fields.of(["a"]).strings(b'{"a": "1"}\n\n{"a": ["2", "3"]}'))
        ['1', '2', '3']
        """
        return (found.text for found in self.found(piece))

    def found(self, piece: bytes) -> Iterator[FieldText]:
        r"""Yield the strings of these fields in lines, each with its place.

        >>> fields = Fields.of(["a.b"])
        >>> [(each.line, each.name) for each in fields.found(b'\n{"a": [{"b": "1"}, {"b": ["2"]}]}')]
        [(1, 'a[0].b'), (1, 'a[1].b[0]')]
        """
        for number, (_, _, places) in enumerate(self._lines(piece)):
            for _, _, value, steps in places:
                yield FieldText(number, steps, value)

    def _lines(self, piece: bytes) -> Iterator[tuple[bytes, str, list[Place]]]:
        for number, line in enumerate(io.BytesIO(piece)):
            text = decoded(line)
            try:
                places = _places(text.removesuffix("\n"), self)
            except JSONDecodeError as error:
                what = _PROBLEMS.get(error.msg, f"{error.msg[0].lower()}{error.msg[1:]}")
                problem = f"invalid JSON at column {error.pos + 1}: {what}"
                raise LineError(problem, line=number, fault="not-json") from None
            except RecursionError:
                raise LineError("the JSON is nested too deeply", line=number, fault="not-json") from None
            except LineError as error:
                error.line = number
                raise
            yield line, text, places


def _places(text: str, fields: Fields) -> list[Place]:
    """Return the places of the strings to change in a line. The line may be blank."""
    start = _after_space(text, len(_BYTE_ORDER_MARK) if text.startswith(_BYTE_ORDER_MARK) else 0)
    places: list[Place] = []
    if start < len(text):
        end = _after_space(text, _after_value(text, start, fields, places, ()))
        if end < len(text):
            raise JSONDecodeError("Expecting the end of the line", text, end)
    return places


def _after_value(text: str, start: int, fields: Fields | None, places: list[Place], steps: Steps) -> int:
    """Return where a value ends, and add the strings to change in it to `places`."""
    first = text[start : start + 1]
    if fields is None or first == "n":  # null is allowed: a message may have no content
        return _DECODER.raw_decode(text, start)[1]
    if first == '"' and fields.is_chosen:
        value, end = scanstring(text, start + 1, True)  # noqa: FBT003 -- it takes no keywords
        if not text.isascii() and _BYTE.search(text, start, end):
            problem = f"the field {quoted(fields.name)} has bytes that are not UTF-8"
            raise LineError(problem, fault="not-utf-8")
        places.append((start, end, value, steps))
        return int(end)
    if first == "[" or (first == "{" and fields.below):
        return _after_items(text, start, fields, places, steps)
    _DECODER.raw_decode(text, start)
    is_first = not text[:start].strip(f" \t\r{_BYTE_ORDER_MARK}")
    what = f"the field {quoted(fields.name)}" if fields.name else "it" if is_first else "an element"
    wanted = "a string" if fields.is_chosen else "an object"
    raise LineError(f"{what} is {_KINDS.get(first, 'a number')}, not {wanted}", fault="field-value")


def _after_items(text: str, start: int, fields: Fields, places: list[Place], steps: Steps) -> int:
    """Return where a list or an object ends. The elements of a list belong to the field of the list."""
    is_list = text[start] == "["
    close = "]" if is_list else "}"
    place = _after_space(text, start + 1)
    if text.startswith(close, place):
        return place + 1
    index = 0
    while True:
        if is_list:
            place = _after_value(text, place, fields, places, (steps, index))
            index += 1
        else:
            key, place = _key(text, place)
            place = _after_value(text, place, fields.below.get(key), places, (steps, key))
        place = _after_space(text, place)
        if text.startswith(close, place):
            return place + 1
        if not text.startswith(",", place):
            raise JSONDecodeError("Expecting ',' delimiter", text, place)
        place = _after_space(text, place + 1)


def _key(text: str, start: int) -> tuple[str, int]:
    """Return a key, and where its value starts."""
    if not text.startswith('"', start):
        raise JSONDecodeError("Expecting property name enclosed in double quotes", text, start)
    key, end = scanstring(text, start + 1, True)  # noqa: FBT003 -- it takes no keywords
    end = _after_space(text, end)
    if not text.startswith(":", end):
        raise JSONDecodeError("Expecting ':' delimiter", text, end)
    return key, _after_space(text, end + 1)


def _after_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start


def _rewritten(text: str, places: list[Place], change: Callable[[str], str]) -> Iterator[str]:
    copied = 0
    for start, end, value, _ in places:
        after = change(value)
        if after != value:
            yield text[copied:start]
            yield _written(after, is_ascii=text[start:end].isascii())
            copied = end
    yield text[copied:]


def _written(value: str, *, is_ascii: bool) -> str:
    r"""Return a string as JSON. Lone surrogates are always escaped, because UTF-8 cannot hold them.

    >>> print(_written("é\ud800", is_ascii=False), _written("é\ud800", is_ascii=True))
    "é\ud800" "\u00e9\ud800"
    """
    if is_ascii:
        return str(encode_basestring_ascii(value))
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", encode_basestring(value))
