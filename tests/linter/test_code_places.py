"""Fixes in code, in preformatted text and in names are shown, and applied only if their rules are named."""

import pytest
from commands import Folder

import tst_grammar as tst

CODE = {
    "a fence": "```python\nx = {}\n```\n",
    "a fence in a list": "- as in\n  ```\n  {}\n  ```\n",
    "a fence with other fences in it": "````\n```\n{}\n```\n{}\n````\n",
    "a fence without an end": "~~~\n{}\n",
    "an indented block": "It says:\n\n    {}\n    so\n    {}\n",
    "an indented text": "    {}\n",
    "a session": ">>> print('{}')\n",
    "a shell": "$ echo '{}'\n",
    "backticks": "It has `{}` cells.\n",
    "two backticks": "It has ``a ` {}`` cells.\n",
    "a code tag": "It has <code>{}</code> cells.\n",
    "a pre tag": "<pre>\n{}\n</pre>\n",
    "verbatim": "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}\n",
    "a verb": "It has \\verb|{}| cells.\n",
    "a file": "a file {}.txt here\n",
}
TEXT = {
    "a sentence": "It has {} cells.\n",
    "after a fence": "```\nx\n```\nIt has {} cells.\n",
    "after backticks": "The `x` has {} cells, `y` too.\n",
    "an odd backtick": "The ` has {} cells.\n",
    "below a heading": "Title\n~~~~~\n\nIt has {} cells.\n",
    "a paragraph": "It has\n    {} cells.\n",
    "in a list": "- cells:\n\n    {} of them\n",
    "a list in a list": "- cells:\n\n    - {} of them\n",
    "a row": "\t{}\tsmall\n",
    "a table": "| mass | {} |\n",
    "after a tag": "<pre>x</pre>\nIt has {} cells.\n",
}


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
def test_code_stays_unless_the_rule_is_named(text: str) -> None:
    wrong, right = text.format("01k 234", "01k 234"), text.format("1k 234", "1k 234")
    assert tst.fix(wrong) == tst.fix(wrong, unsafe=True) == tst.fix(wrong, select=["ALL"]) == wrong
    assert tst.fix(wrong, select=["TST109"]) == tst.fix(wrong, select=["TST", "leading-zero"]) == right
    fixes = [found.fix for found in tst.lint(wrong)]
    assert {(fix.text, fix.is_safe, fix.is_in_code) for fix in fixes if fix} == {("1k 234", False, True)}


@pytest.mark.parametrize("text", TEXT.values(), ids=TEXT)
def test_other_text_is_fixed(text: str) -> None:
    assert tst.fix(text.format("01k 234")) == text.format("1k 234")
    assert not any(found.fix and found.fix.is_in_code for found in tst.lint(text.format("01k 234")))


def test_plain_numbers_of_names_stay_unless_the_rule_is_named() -> None:
    text = "The RFC 2616 has 1,234 words."
    assert tst.fix(text, select=["ALL"]) == "The RFC 2616 has 1k 234 words."
    assert tst.fix(text, select=["NUM101"]) == "The RFC 2k 616 has 1k 234 words."


def test_numbers_in_opened_paths_stay_unless_the_rule_is_named() -> None:
    text = "In /srv/12345 are 12345 files."
    assert tst.fix(text, select=["ALL"], skip=()) == "In /srv/12345 are 12k 345 files."
    assert tst.fix(text, select=["NUM101"], skip=()) == "In /srv/12k 345 are 12k 345 files."


def test_what_is_between_delimiters_is_a_number_in_code_too() -> None:
    text = "`⟦01k 234⟧ and 1k 234`"
    assert tst.fix(text, delimiters=("⟦", "⟧")) == "`⟦1k 234⟧ and 1k 234`"


@pytest.mark.parametrize("name", ["a.txt", "a.py", "a.jsonl"])
def test_files_with_code_are_not_fixed(folder: Folder, name: str) -> None:
    text = {
        "a.txt": "```\n" + "x\n" * 300_000 + "01k 234\n```\n",  # longer than a piece of a file
        "a.py": "x = '01k 234'\n",
        "a.jsonl": '{"text": "```\\n01k 234\\n```"}\n',
    }[name]
    folder.write(name, text)
    field = ["--field", "text"] if name == "a.jsonl" else []
    code, output, _ = folder.lint("--fix", "--unsafe-fixes", *field, name)
    assert (code, folder.read(name)) == (1, text)
    assert (
        "replace '01k 234' with '1k 234' (not applied in code and names: select TST109 by its code)" in output
    )
    assert output.endswith("Found 1 error. Use --select ALL to check plain numbers too.\n")
    code, _, _ = folder.lint("--fix", "--select", "TST109", *field, name)
    assert (code, folder.read(name)) == (0, text.replace("01k", "1k"))


def test_a_comment_for_a_line_leaves_the_code_around_it(folder: Folder) -> None:
    text = "```\n01k 234\n```\n01k 234\n01k 234 <!-- tst: ignore -->\n"
    folder.write("a.md", text)
    folder.lint("--fix", "a.md")
    assert folder.read("a.md") == text.replace("```\n01k 234\n01k", "```\n1k 234\n01k")
