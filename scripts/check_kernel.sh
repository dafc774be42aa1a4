#!/usr/bin/env bash
# Checks how the kernel uses memory. Runs its tests and a fuzz test with the sanitizers of gcc or clang, then makes each
# allocation fail in turn, with the sanitizers and, if it is installed, with valgrind.
#
#     scripts/check_kernel.sh
#
# PYTHON is the interpreter, with the package and the extra `test` installed, and CC is the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-$([ -x .venv/bin/python ] && echo .venv/bin/python || echo python3)}
cc=${CC:-cc}
count=${COUNT:-20000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
suffix=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')

kernel=tst_grammar/automata/kernel
sources=("$kernel"/*.c "$kernel"/core/*.c)

# Copies the package and builds a kernel for the copy: build NAME SOURCE-OR-FLAG...
build() {
    local made="$folder/$1"
    mkdir "$made"
    cp -R tst_grammar grammars "$made"
    rm -f "$made"/tst_grammar/automata/_kernel*.so
    "$cc" -Wall -Wextra -Werror -shared -fPIC -I"$include" "${@:2}" -o "$made/tst_grammar/automata/_kernel$suffix"
}

sanitized=(-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined)
if "$cc" --version | grep -qi clang; then
    sanitized+=(-shared-libsan)
    names=("libclang_rt.asan-$(uname -m).so" libclang_rt.asan.so)
else
    names=(libasan.so)
fi
for name in "${names[@]}"; do
    runtime=$("$cc" -print-file-name="$name")
    [ -e "$runtime" ] && break
done

# Runs Python with the sanitizers, without the search for leaks: Python itself frees little memory when it ends.
sanitizing() {
    PYTHONSAFEPATH=1 PYTHONPATH="$folder/$1" LD_PRELOAD="$runtime" PYTHONMALLOC=malloc \
        ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 "$python" "${@:2}"
}

build sanitized "${sources[@]}" "${sanitized[@]}"
build failing scripts/failing_kernel.c "${sanitized[@]}"

sanitizing sanitized -c "import tst_grammar.automata._kernel as k; assert k.__file__.startswith('$folder'), k.__file__"

echo "Tests with sanitizers"
sanitizing sanitized -m pytest -q -p no:cacheprovider tests/automata/test_kernel.py tests/automata/test_lazy_kernel.py
echo "Fuzz test with sanitizers"
sanitizing sanitized scripts/check_agreement.py --count "$count" --seed "${SEED:-$RANDOM}"
echo "Failing allocations with sanitizers"
sanitizing failing scripts/check_allocations.py
if command -v valgrind >/dev/null; then
    echo "Failing allocations with valgrind"
    build plain scripts/failing_kernel.c -O1 -g
    PYTHONSAFEPATH=1 PYTHONPATH="$folder/plain" PYTHONMALLOC=malloc valgrind --quiet --leak-check=full \
        --show-leak-kinds=definite --log-file="$folder/valgrind" "$python" scripts/check_allocations.py
    names=$(basename -a "$kernel"/*.[ch] "$kernel"/core/*.[ch] | paste -sd '|')
    if grep -qE "\((failing_kernel.c|$names):" "$folder/valgrind"; then
        cat "$folder/valgrind"
        exit 1
    fi
fi
echo "The kernel has no memory errors"
