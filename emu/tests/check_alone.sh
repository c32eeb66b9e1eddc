#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_alone.sh [TESTS...]: builds a copy of this product in an empty folder, runs these tests (else
# all; they need Criterion) and installs it. Then, with the copy removed, the installed emucc compiles a
# kernel, a program that calls cuBLAS, and one that compiles kernels at run time (NVRTC).
set -eu

emu=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/copy"
tar -c -C "$emu" --exclude=./build --exclude=__pycache__ . | tar -x -C "$work/copy"
unset EMU_ROOT EMU_LIB MAKEFLAGS MAKELEVEL
make -s -C "$work/copy"
make -s -C "$work/copy" test ONLY="$*"
make -s -C "$work/copy" install PREFIX="$work/opt"
cp "$work/copy/tests/libraries/nvrtc.cu" "$work/copy/tests/libraries/cublas_old.cu" "$work"
mkdir "$work/headers" && cp "$work/copy/tests/headers/check.h" "$work/headers"
rm -rf "$work/copy"

cat >"$work/wrong.cu" <<'PROGRAM'
#include <cstdio>
__global__ void fill(int *x) { x[threadIdx.x] = atomicAdd(x, 0); }
int main()
{
    int *x;
    cudaMalloc(&x, 31 * sizeof *x);
    fill<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
PROGRAM
cd "$work"
emucc=$work/opt/bin/emucc
"$emucc" --version | grep -q "^emucc $(cat "$emu/VERSION"): "
"$emucc" wrong.cu -o wrong
./wrong >said 2>&1 && { echo "a write out of bounds was not found" >&2; exit 1; }
grep -q '^  at      wrong.cu:2$' said || { cat said >&2; exit 1; }
"$emucc" -v wrong.cu -o wrong 2>&1 | grep -q 'fpch-preprocess' || { echo "the prepared headers were not taken" >&2; exit 1; }
mkdir programs && mv nvrtc.cu cublas_old.cu programs
for name in nvrtc cublas_old; do
    if ! "$emucc" -w programs/$name.cu -o $name || ! ./$name >said 2>&1; then
        cat said >&2
        echo "$name.cu fails" >&2
        exit 1
    fi
done
echo "emu/ alone: built, tested and installed"
