#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_compilers.sh [COMPILER...]: the counters must not depend on the compiler. Compiles the kernels of every step
# with each COMPILER (without one: each g++-11 to g++-19 that is installed) and compares what the emulated GPU counts
# with the steps' formulas. A compiler's warning fails, too. Each compiler has its own folder, build/COMPILER.
set -u

[ $# -gt 0 ] || for number in 11 12 13 14 15 16 17 18 19; do
    command -v "g++-$number" >/dev/null && set -- "$@" "g++-$number"
done
[ $# -gt 0 ] || { echo "check_compilers.sh: no g++-11 to g++-19 is installed: apt-get install g++-12" >&2; exit 2; }

failed=0
for compiler in "$@"; do
    command -v "$compiler" >/dev/null || { echo "check_compilers.sh: $compiler is not installed" >&2; exit 2; }
    build=build/$(basename "$compiler")/emu log=build/$(basename "$compiler").log
    program=$build/tests/predict/test_counters_predicted
    mkdir -p "$build"
    if ! ${MAKE:-make} --no-print-directory GPU=emu CXX="$compiler" B="$build" EMU_B="$build" "$program" \
        >"$log" 2>&1; then
        tail -n 30 "$log"
        echo "$compiler: failed: it does not compile"
        failed=1
    elif grep 'warning:' "$log"; then
        echo "$compiler: failed: warnings"
        failed=1
    elif ! BUILD_DIR=$build "$program" --filter "counters_predicted/*" --jobs "$(nproc)" >"$log" 2>&1; then
        cat "$log"
        echo "$compiler: failed: the counters differ from the formulas"
        failed=1
    else
        echo "$compiler: $(sed -n 's/.*Tested: \([0-9]*\).*/the counters of \1 tests equal the formulas/p' "$log")"
    fi
done
exit $failed
