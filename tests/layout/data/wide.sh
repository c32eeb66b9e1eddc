#!/bin/sh
# SPDX-License-Identifier: MIT
#
# wide.sh: what nvcc makes of 06_layouts/2_local_tile.cu: two loads and one store of 128 bits, eight
# half2 multiply-adds, no local memory. Looks at the machine code where cuobjdump is installed (the
# CUDA Toolkit has it; or CUOBJDUMP names one), else at the PTX. Exits 1 where something is missing,
# 77 without nvcc.
#     NVCC=/usr/local/cuda/bin/nvcc ARCH=90 tests/layout/data/wide.sh
set -eu

NVCC=${NVCC:-nvcc}
ARCH=${ARCH:-90}
if ! command -v "$NVCC" >/dev/null; then
    echo "no nvcc"
    exit 77
fi
CUOBJDUMP=${CUOBJDUMP:-$(dirname "$(command -v "$NVCC")")/cuobjdump}
root=$(dirname "$0")/../../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() {
    "$NVCC" -arch="sm_$ARCH" -std=c++17 -O3 -I"$root" \
        "$1" "$root/06_layouts/2_local_tile.cu" -o "$work/$2"
}
failed=0
# $1: a pattern, $2: how often it must be there, $3: what it is
expect() {
    count=$(grep -cE "$1" "$work/code" || true)
    echo "$3: $count"
    [ "$count" -eq "$2" ] || failed=1
}

if command -v "$CUOBJDUMP" >/dev/null; then
    compile -cubin a.cubin
    "$CUOBJDUMP" -sass "$work/a.cubin" | grep -E '^ +/\*[0-9a-f]{4,}\*/ ' >"$work/code"
    expect ' LDG\.E\.([A-Z]+\.)?128' 2 "LDG.128"
    expect ' STG\.E\.128' 1 "STG.128"
    expect ' HFMA2' 8 "HFMA2"
    expect ' (LDL|STL)' 0 "local memory"
else
    compile -ptx code
    expect 'ld\.global\.(nc\.)?v4\.(u|b)32' 2 "ld.global of 128 bits"
    expect 'st\.global\.v4\.(u|b)32' 1 "st.global of 128 bits"
    expect 'fma\.rn\.f16x2' 8 "fma.rn.f16x2"
    expect '(ld|st)\.local' 0 "local memory"
fi
exit $failed
