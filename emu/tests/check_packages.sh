#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_packages.sh: makes the wheel and the Debian package of a copy of this folder. Installs the wheel in a
# new virtual environment without network, unpacks the Debian package, and compiles and runs a kernel with each.
set -eu

emu=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset EMU_ROOT EMU_LIB MAKEFLAGS MAKELEVEL PIP_INDEX_URL

mkdir "$work/copy"
tar -c -C "$emu" --exclude=./build --exclude=__pycache__ . | tar -x -C "$work/copy"
cat >"$work/right.cu" <<'PROGRAM'
#include <cstdio>
#include <cublas_v2.h>
__global__ void store(int *x) { *x = 42; }
int main()
{
    int *x;
    cublasHandle_t handle;
    cublasCreate(&handle);
    cudaMallocManaged(&x, sizeof *x);
    store<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    cudaFree(x);
    cublasDestroy(handle);
}
PROGRAM

# check EMUCC: is it this version, and does it compile right.cu?
check() {
    (cd "$work" && "$1" --version | grep -q "^emucc $(cat "$emu/VERSION"): " && "$1" right.cu -o right &&
        [ "$(./right)" = 42 ]) || { echo "$1 fails" >&2; exit 1; }
}

PYTHON=${PYTHON:-python3}
"$PYTHON" -m venv "$work/venv"
PIP_NO_INDEX=1 "$work/venv/bin/pip" -q wheel --no-deps -w "$work" "$work/copy"
PIP_NO_INDEX=1 "$work/venv/bin/pip" -q install "$work"/emucc-*.whl
check "$work/venv/bin/emucc"
sh "$work/copy/packaging/prepare.sh" "$work/venv/lib/emu"
"$work/venv/bin/emucc" -v "$work/right.cu" -o "$work/right" 2>&1 | grep -q 'fpch-preprocess' ||
    { echo "the prepared headers were not taken" >&2; exit 1; }
PIP_NO_INDEX=1 "$work/venv/bin/pip" -q uninstall -y emucc
[ ! -e "$work/venv/bin/emucc" ] || { echo "the wheel is still installed" >&2; exit 1; }

if command -v dpkg-deb >/dev/null; then
    make -s -C "$work/copy" deb >/dev/null
    dpkg-deb -x "$work"/copy/build/emucc_*_amd64.deb "$work/root"
    dpkg-deb -I "$work"/copy/build/emucc_*_amd64.deb postinst | grep -q prepare.sh
    check "$work/root/usr/bin/emucc"
    [ -s "$work/root/usr/share/man/man1/emucc.1.gz" ]
fi
echo "the packages work"
