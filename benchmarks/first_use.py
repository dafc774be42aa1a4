"""Measures the CPU time of the first use of schemes, locales and options that no shipped table has.

Each use is a fresh process with an empty cache; its time includes the import. The uses take turns, so that
a slow moment of the machine hits all of them, and the best time of each counts.

python benchmarks/first_use.py
TST_GRAMMAR_ENGINE=python python benchmarks/first_use.py --rounds 3 --most 3
"""

import argparse
import os
import resource
import subprocess
import sys
from math import inf
from tempfile import TemporaryDirectory

TEXT = (
    "On 2024-01-15 at 10:30, 1,234 of 5,000 people paid $12.50 (5%) for v1.2.3; "
    "see https://a.b/1 or call 555-0123. The rest had -1.5e-3, x86_64 and 21st.\\n"
)

SCHEMES = {
    "groups of four": "tst.Scheme(group_size=4, magnitudes=('万', '億'))",
    "60 integer digits": "tst.Scheme(integer_digits=60)",
    "single digits": "tst.Scheme(group_size=1, magnitudes=(), integer_digits=60, fraction_digits=36)",
    "terminated, 48 + 48": "tst.Scheme(terminated=True, integer_digits=48, fraction_digits=48)",
}
TASKS = {
    "encode": "tst.encode('1234567.89', scheme=scheme)",
    "decode": "tst.decode(good, scheme=scheme)",
    "annotate": "tst.annotate(text, scheme=scheme)",
    "restore": "tst.restore(annotated, scheme=scheme)",
    "lint": "tst.lint(annotated, scheme=scheme)",
    "lint a mistake": "tst.lint(f'It is {good}{good[-1]} now.', scheme=scheme)",
    "validate": "list(tst.validate(tokens, scheme=scheme))",
    "export": "tst.export_grammar(scheme)",
}
OPTIONS = {
    "annotate, locale hi": "tst.annotate(text, locale='hi')",
    "lint, locale hi": "tst.lint(text, locale='hi')",
    "annotate, separator ;": "tst.annotate(text, separator=';')",
    "lint, separator ;": "tst.lint(text, separator=';')",
    "annotate, skip date": "tst.annotate(text, skip=('date',))",
    "find, locale auto, skip nothing": "list(tst.find_numbers(text, locale='auto', skip=()))",
}


_PLAIN = "import sys; sys.modules['interegular'] = None"
"""Lark checks its own grammar with interegular if that is installed, which this package does not need."""


def uses() -> dict[str, str]:
    """Return a program for each use. Texts are encoded now, so that this costs the program nothing."""
    import tst_grammar as tst  # noqa: PLC0415 -- the parent does not need it before

    programs = {"import": "import tst_grammar"}
    for name, scheme in SCHEMES.items():
        options = {"scheme": eval(scheme)}  # noqa: S307 -- the text is above
        good, annotated = tst.encode("1234567.89", **options), tst.annotate(TEXT, **options)
        tokens = tst.tokenize("1234567.89", **options)
        for task, call in TASKS.items():
            texts = f"text = {TEXT!r}; annotated = {annotated!r}; good = {good!r}; tokens = {tokens}"
            programs[f"{task}, {name}"] = (
                f"{_PLAIN}; import tst_grammar as tst; scheme = {scheme}; {texts}; {call}"
            )
    for name, call in OPTIONS.items():
        programs[name] = f"{_PLAIN}; import tst_grammar as tst; text = {TEXT!r}; {call}"
    return programs


def cpu_seconds(program: str) -> float:
    """Run a program with an empty cache and return its CPU time, in user and system mode."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "TST_GRAMMAR_CACHE": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True, cwd=folder, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def first_uses(rounds: int) -> dict[str, float]:
    """Return the least CPU time of each use, and of `python -c pass`. The uses take turns."""
    programs = {"python -c pass": "pass", **uses()}
    best = dict.fromkeys(programs, inf)
    for _ in range(rounds):
        for name, program in programs.items():
            best[name] = min(best[name], cpu_seconds(program))
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="default: %(default)s")
    parser.add_argument("--most", type=float, default=inf, help="fail if a use takes more seconds")
    options = parser.parse_args()
    best = first_uses(options.rounds)
    for name, seconds in best.items():
        print(f"{name:40} {seconds:6.3f} s")
    return int(max(best.values()) > options.most)


if __name__ == "__main__":
    sys.exit(main())
