"""Declares what `pyproject.toml` cannot: the packages together with the grammars, and the kernel."""

from pathlib import Path

from setuptools import Extension, find_packages, setup

_KERNEL = Path("tst_grammar/automata/kernel")

setup(
    packages=[*find_packages(include=["tst_grammar*"]), "tst_grammar.grammars"],
    package_dir={"tst_grammar.grammars": "grammars"},
    ext_modules=[
        Extension(
            "tst_grammar.automata._kernel",
            sources=sorted(map(str, _KERNEL.rglob("*.c"))),
            depends=sorted(map(str, _KERNEL.rglob("*.h"))),
            extra_compile_args=["-O3"],
            optional=True,  # without a compiler, plain Python runs the tables
        )
    ],
)
