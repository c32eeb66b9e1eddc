#!/bin/sh
# SPDX-License-Identifier: MIT
#
# compare.sh: compiles the kernels of fold.cu twice, addressed through layouts and with indices by
# hand, and compares how many instructions nvcc makes of both: in PTX, and in machine code (16 bytes
# an instruction). Exits 1 where layouts cost more than 2% more, 77 without nvcc.
#     NVCC=/usr/local/cuda/bin/nvcc ARCH=90 tests/layout/data/compare.sh > bench/results/layout_fold.txt
set -eu

NVCC=${NVCC:-nvcc}
ARCH=${ARCH:-90}
if ! command -v "$NVCC" >/dev/null; then
    echo "no nvcc: not compared"
    exit 77
fi
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# $1: name of the result, the rest: flags. Writes "kernel PTX-instructions" lines to $work/$1.
count() {
    name=$1
    shift
    "$NVCC" -arch="sm_$ARCH" -std=c++17 "$@" -ptx "$here/fold.cu" -o "$work/$name.ptx"
    "$NVCC" -arch="sm_$ARCH" -std=c++17 "$@" -cubin "$here/fold.cu" -o "$work/$name.cubin"
    awk '/\.entry/ { sub(/\(.*/, "", $3); kernel = $3 }
         /^\t[@a-z].*;$/ { count[kernel]++ }
         END { for (k in count) print k, count[k] }' "$work/$name.ptx" | sort >"$work/$name"
    if command -v readelf >/dev/null; then
        readelf -SW "$work/$name.cubin" 2>/dev/null |
            sed -n 's/.* \.text\.\([a-z]*\) *PROGBITS *[0-9a-f]* *[0-9a-f]* *\([0-9a-f]*\).*/\1 \2/p' |
            sort >"$work/$name.code"
    fi
}
count hand
count plain -DPLAIN
count layouts -DLAYOUTS

echo "# instructions of the kernels in tests/layout/data/fold.cu, by tests/layout/data/compare.sh"
echo "# $("$NVCC" --version | sed -n 's/.*, \(V[0-9.]*\)$/nvcc \1/p'), sm_$ARCH"
printf '%-10s %-22s %6s %22s\n' kernel addressed PTX 'machine code (bytes)'
line() { # $1: kernel, $2: result, $3: what to call it
    ptx=$(awk -v k="$1" '$1 == k { print $2 }' "$work/$2")
    bytes=$(awk -v k="$1" '$1 == k { print $2 }' "$work/$2.code" 2>/dev/null || true)
    printf '%-10s %-22s %6d %22s\n' "$1" "$3" "$ptx" "${bytes:+$((0x$bytes))}"
}

failed=0
while read -r kernel hand; do
    line "$kernel" hand 'by hand'
    if [ "$kernel" = fragment ]; then
        line "$kernel" plain 'by hand, plainly'
    fi
    line "$kernel" layouts 'through layouts'
    layouts=$ptx
    hand_bytes=$(awk -v k="$kernel" '$1 == k { print $2 }' "$work/hand.code" 2>/dev/null || true)
    if [ $((layouts * 100)) -gt $((hand * 102)) ] ||
        [ $((0x${bytes:-0} * 100)) -gt $((0x${hand_bytes:-0} * 102)) ]; then
        failed=1
    fi
done <"$work/hand"
exit $failed
