"""A pattern for the words that cannot be taken for a marker, without lookaround."""

from attrs import evolve

from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import markers_of
from tst_grammar.linter.suspect.confusables import lookalikes

_DEEPER = 3
"""How many more letters than the deepest marker of a fraction a word may have and still look like one."""


def word_letters(scheme: Scheme) -> str:
    r"""Return the class of the letters that words like markers are made of.

    >>> word_letters(Scheme(group_size=4, magnitudes=("万",)))
    '[\\p{Latin}\\p{Greek}\\p{Cyrillic}_万&&\\P{N}]'
    """
    own = sorted({letter for name in scheme.magnitudes for letter in name if not letter.isascii()})
    return rf"[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}_{''.join(own)}&&\P{{N}}]"


def words_besides_markers(scheme: Scheme) -> str:
    """Return a pattern for a run of letters that is not a marker of the scheme, in any spelling.

    >>> words_besides_markers(Scheme()).replace(word_letters(Scheme()), "[a-z]")[:23]
    '(?:[[a-z]&&[^BEKQTbekqt'
    """
    markers = markers_of(scheme)
    reserved = markers_of(evolve(scheme, spelling="reserved")).opening.strip("[")
    deepest = len(scheme.fraction_powers) + _DEEPER
    names = [*scheme.magnitudes, markers.power, *(markers.fraction * depth for depth in range(1, deepest))]
    words = [*names, *(reserved + name for name in names)]
    likes = frozenset(tuple(letter + lookalikes(letter) for letter in word) for word in words)
    return _besides(likes, word_letters(scheme))


def _besides(words: frozenset[tuple[str, ...]], letters: str) -> str:
    """Return a pattern for letters that are none of some words; each place of a word lists its letters."""
    after: dict[frozenset[tuple[str, ...]], str] = {}
    for letter in sorted(set("".join(word[0] for word in words if word))):
        rests = frozenset(word[1:] for word in words if word and letter in word[0])
        after[rests] = after.get(rests, "") + letter
    ways = [f"[{letters}&&[^{''.join(after.values())}]]{letters}*" if after else f"{letters}+"]
    for rests, own in after.items():
        end = "" if () in rests else "?"
        ways.append(f"[{own}]{_besides(rests, letters)}{end}")
    return f"(?:{'|'.join(ways)})"
