"""Lines as editors count them: every change gives what the changed text gives."""

from hypothesis import given
from hypothesis import strategies as st

from tst_grammar.server.lined_text import LinedText, Place, Units

TEXTS = st.text(alphabet="ab\r\n\u2028é💰\ud800", max_size=12)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


@given(TEXTS, TEXTS, st.data())
def test_a_change_gives_the_lines_of_the_changed_text(text: str, new: str, data: st.DataObject) -> None:
    lined = LinedText.of(text)
    places = [
        Place(line, character)
        for line, content in enumerate(lined.lines)
        for character in range(len(content.rstrip("\r\n")) + 1)
    ]
    start, end = sorted(data.draw(st.sampled_from(places)) for _ in range(2))
    before = list(lined.lines)
    at, to = (sum(map(len, before[: each.line])) + each.character for each in (start, end))
    first, old, now = lined.replace(start, end, new)
    assert lined.lines == LinedText.of(text[:at] + new + text[to:]).lines
    assert before[:first] == lined.lines[:first]
    assert before[first + old :] == lined.lines[first + now :]


@given(TEXTS)
def test_lines_keep_every_character(text: str) -> None:
    lines = LinedText.of(text).lines
    assert "".join(lines) == text
    assert not lines[-1].endswith(("\r", "\n"))


@given(TEXTS.map(lambda text: text.replace("\r", "").replace("\n", "")), ENCODINGS)
def test_units_lead_back_to_their_character(line: str, encoding: str) -> None:
    units = Units(encoding)
    for character in range(len(line) + 1):
        assert units.character(line, units.before(line, character)) == character
    assert units.character(f"{line}\r\n", 99) == len(line)


def test_a_place_beyond_the_end_is_the_end() -> None:
    text = LinedText.of("one\n")
    text.replace(Place(9, 9), Place(9, 9), "two")
    assert text.lines == ["one\n", "two"]
