"""The kernel compiles for other systems, with the compiler of Zig. Nothing is run there."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytest.importorskip("ziglang", reason="needs the compiler of Zig")
KERNEL = Path(__file__).parents[2] / "tst_grammar" / "automata" / "kernel"
COMPILE = (sys.executable, "-m", "ziglang", "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wvla", "-c")
WINDOWS = """
#include <stdint.h>
#define MS_WINDOWS
#define MS_WIN32
#define MS_WIN64
#define NT_THREADS
#define HAVE_DECLSPEC_DLL
#define HAVE_PY_SSIZE_T 1
#define PY_SSIZE_T_MAX INTPTR_MAX
#define SIZEOF_SHORT 2
#define SIZEOF_WCHAR_T 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_OFF_T 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_FPOS_T 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_VOID_P 8
typedef intptr_t Py_ssize_t;
"""
"""What Python.h has to know about Windows."""


def compile_all(folder: Path, target: str, made: Path, *options: str | Path) -> None:
    for source in folder.glob("*.c"):
        command = [*COMPILE, "-target", target, *options, source, "-o", made / f"{source.stem}.o"]
        done = subprocess.run(command, cwd=made, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "target",
    ["x86_64-windows-gnu", "aarch64-windows-gnu", "aarch64-macos", "x86_64-macos", "aarch64-linux-musl"],
)
def test_the_core_compiles_for(target: str, tmp_path: Path) -> None:
    compile_all(KERNEL / "core", target, tmp_path)


@pytest.mark.parametrize("target", ["x86_64-windows-gnu", "aarch64-macos"])
def test_the_extension_compiles_for(target: str, tmp_path: Path) -> None:
    headers = tmp_path / "headers"
    shutil.copytree(sysconfig.get_path("include"), headers)
    if "windows" in target:
        (headers / "pyconfig.h").write_text(WINDOWS)
    compile_all(KERNEL, target, tmp_path, "-I", headers)
