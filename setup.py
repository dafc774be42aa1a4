"""Declares what `pyproject.toml` cannot: the packages together with the grammars, and the kernel.

The variable `TST_GRAMMAR_KERNEL` says whether to build the kernel. `0` leaves it out, for a wheel that serves
every system. `1` requires it. Without the variable, it is built if there is a compiler.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup

_FOLDER = Path("tst_grammar/automata/kernel")
_WANTED = os.environ.get("TST_GRAMMAR_KERNEL", "")

kernel = Extension(
    "tst_grammar.automata._kernel",
    sources=sorted(path.as_posix() for path in _FOLDER.rglob("*.c")),
    depends=sorted(path.as_posix() for path in _FOLDER.rglob("*.h")),
    extra_compile_args=[] if sys.platform == "win32" else ["-O3"],  # Microsoft's compiler optimises anyway
    optional=_WANTED != "1",
)

setup(
    packages=[*find_packages(include=["tst_grammar*"]), "tst_grammar.grammars"],
    package_dir={"tst_grammar.grammars": "grammars"},
    ext_modules=[] if _WANTED == "0" else [kernel],
)
