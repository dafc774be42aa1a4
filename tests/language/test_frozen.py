"""What trained models depend on: how registered schemes write numbers, and the order of their tokens."""

from collections.abc import Iterable
from hashlib import sha256

import pytest
from sampling import DEEP

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES, find_scheme

NUMBERS = (
    *("0", "7", "42", "100", "999", "1000", "1012345", "123456789012345678", "-5", "-1234567.89", "1000000"),
    *("0.1", "0.10", "1.0", "0.007", "3.141592653589793", "-0.000000000000001", "$1,234.5", "-$5", "50%"),
    *("USD 1,234", "1,234 EUR", "R$5", "5 R$", "5‰", "1e15", "10e-3", "100000000000000000", "20.05"),
)

CHANGED = (
    "{what} of the registered scheme {name} changed. A model that was trained with this scheme would read "
    "and write wrong numbers, so this never changes within a major version. Undo the change, or put it into "
    "another scheme. In a new major version, say so in CHANGELOG.md and write {found} here."
)

FROZEN = {
    "tst": ("d1939f8ae216f0f90d31d6d9e03d1759", "ba248cd926cfb75fac06955c804ec1a9"),
    "option-a": ("45a29d40ceeeb87e2928cd247fad1d76", "cf715f7f48ce10fbec43a93ca7649e5e"),
    "option-b": ("d1939f8ae216f0f90d31d6d9e03d1759", "ba248cd926cfb75fac06955c804ec1a9"),
    "algorithm-1": ("702c7d156ef2bdfab813f4540b5a3fc5", "de35a175696dcc8b04cfa7b9bf8ea76d"),
    "digit-hybrid": ("2e81b491d379f8c79b694d3ab8b764bd", "a4e27206e7af2fa90d4f680127af7719"),
    "prefix": ("41d2c76a7e6bccd10282d2627892dda5", "26797660b3554cc0c9c4c2d656fe2d8a"),
    "terminated": ("a207a64958e3b2025d3aa1c875c12fb9", "ccc90d217e47f3525af01d2595f6c09f"),
    "gst-1": ("f7e8f014bac33b883ec0b81aac769dab", "53f20e6febcbad7dd4b82a90c5eff4d5"),
    "gst-2": ("95dcfb73ae56ec21ea9c7c69567a2e54", "01dd61917feba2483729ad10e1a85530"),
    "gst-3": ("d1939f8ae216f0f90d31d6d9e03d1759", "ba248cd926cfb75fac06955c804ec1a9"),
    "gst-4": ("fe07f79714b99efcea64f0ca0f8ac1e4", "110568883e6839b02948b63f2fa8a408"),
    "gst-5": ("b23a0bfd93dc2d29dbcc462248515cba", "6bd84377cb36b9c2737159f700cab5b2"),
    "gst-6": ("f432888456c8ee37c5df73a553ecd316", "f109612fe96d8df41a8745cf058000a9"),
}
"""For each registered scheme the hashes of its spelling and of its tokens in the order of their ids."""

SLOW = ("gst-5", "gst-6")
"""Their vocabularies take long to list."""


def hashed(lines: Iterable[str]) -> str:
    digest = sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()[:32]


def test_every_registered_scheme_is_frozen() -> None:
    assert FROZEN.keys() == SCHEMES.keys()


@pytest.mark.parametrize(("name", "frozen"), [(name, spelling) for name, (spelling, _) in FROZEN.items()])
def test_the_spelling_is_frozen(name: str, frozen: str) -> None:
    found = hashed(tst.encode(number, scheme=find_scheme(name)) for number in NUMBERS)
    assert found == frozen, CHANGED.format(what="The spelling", name=name, found=found)


@pytest.mark.parametrize(
    ("name", "frozen"),
    [
        pytest.param(name, tokens, marks=[DEEP] if name in SLOW else [])
        for name, (_, tokens) in FROZEN.items()
    ],
)
def test_the_order_of_the_tokens_is_frozen(name: str, frozen: str) -> None:
    found = hashed(tst.Vocabulary(find_scheme(name)))
    assert found == frozen, CHANGED.format(what="The vocabulary or its order", name=name, found=found)
