"""Checks that llama.cpp accepts the numbers of a scheme, and no others, with the exported grammars.

npm install --no-save --ignore-scripts --omit=optional --prefix scripts/llama
python scripts/check_llama.py
"""

import json
import subprocess
import sys
from pathlib import Path

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES, scheme_of

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"


def columns(path: Path) -> list[list[str]]:
    """Return the columns of each line of a table."""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def texts_of(name: str) -> list[str]:
    """Return valid texts of a scheme, and those that are mistakes in some scheme."""
    known = DATA / "valid" / f"{name}.tsv"
    valid = [row[1] for row in columns(known)] if known.exists() else []
    made = [tst.encode(number, scheme=name) for number in ("0", "-1234567.89", "10203", "0.001")]
    mistakes = [row[1] for path in sorted(DATA.glob("invalid/tst/*.tsv")) for row in columns(path)]
    return [*valid, *made, *mistakes]


def main() -> int:
    """Compare llama.cpp with `is_valid` on all texts of all registered schemes."""
    texts = {name: texts_of(name) for name in SCHEMES}
    given = [(tst.export_grammar(scheme_of(name), "gbnf"), texts[name]) for name in texts]
    command = ["node", str(ROOT / "scripts" / "llama" / "accept.js")]
    done = subprocess.run(command, input=json.dumps(given), stdout=subprocess.PIPE, check=True, text=True)  # noqa: S603
    wrong = 0
    for name, accepted in zip(texts, json.loads(done.stdout), strict=True):
        for text, is_accepted in zip(texts[name], accepted, strict=True):
            if is_accepted != tst.is_valid(text, scheme=name):
                wrong += 1
                print(f"{name}: llama.cpp {'accepts' if is_accepted else 'refuses'} {text!r}")  # noqa: T201
    print(f"{sum(map(len, texts.values()))} texts of {len(texts)} schemes, {wrong} differences")  # noqa: T201
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
