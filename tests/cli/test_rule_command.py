"""`tst rule`: explains the rules of the linter."""

import json

import pytest
from commands import Done, Folder

from tst_grammar.rules import CODES, find_rule


@pytest.mark.parametrize("name", ["TST107", "short-group"])
def test_a_rule_by_its_code_or_its_name(folder: Folder, name: str) -> None:
    code, output, errors = folder.run("rule", name)
    assert (code, errors) == (0, "")
    assert output == f"# short-group (TST107)\n\n{find_rule('TST107').documentation}"
    assert output.endswith("missing digit may not be a zero.\n")


def test_several_rules_and_all(folder: Folder) -> None:
    one, two = (folder.run("rule", name).output for name in ("TST107", "NUM101"))
    assert folder.run("rule", "TST107", "unannotated-number") == Done(0, f"{one}\n{two}", "")
    everything = folder.run("rule", "--all").output
    heads = [line for line in everything.splitlines() if line.startswith("# ")]
    assert heads == [f"# {name} ({code})" for code, name in CODES.items()]


def test_rules_as_json(folder: Folder) -> None:
    (short, long), listed = (
        json.loads(folder.run("rule", "--output-format", "json", *names).output)
        for names in (["TST107", "TST108"], ["--all"])
    )
    assert json.loads(folder.run("rule", "--output-format", "json", "short-group").output) == short
    assert short == {
        "code": "TST107",
        "name": "short-group",
        "severity": "error",
        "summary": "A group has fewer digits than the scheme writes.",
        "fix": "unsafe",
        "explanation": find_rule("TST107").documentation,
    }
    assert {each["code"]: each["name"] for each in listed} == CODES
    assert {each["severity"] for each in listed} == {"error", "warning"}
    assert {each["fix"] for each in listed} == {"safe", "unsafe", "none"}
    assert long in listed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "tst: name rules by code or by name, or use --all\n"),
        (["TST107", "--all"], "tst: name rules by code or by name, or use --all\n"),
        (["TST999"], "tst: no rule 'TST999': did you mean TST209?\n"),
        (
            ["TST107", "short-groups"],
            "tst: no rule 'short-groups': did you mean short-group?\n",
        ),
        (["TST1"], "tst: no rule 'TST1': did you mean TST101, TST102 or TST103?\n"),
        (["tst107"], "tst: no rule 'tst107': did you mean TST107?\n"),
        (["x"], "tst: no rule 'x': `tst rule --all` lists them\n"),
    ],
    ids=str,
)
def test_bad_arguments(folder: Folder, arguments: list[str], message: str) -> None:
    assert folder.run("rule", *arguments) == Done(2, "", message)
