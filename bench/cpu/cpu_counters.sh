#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cpu_counters.sh PROGRAM [FILE.csv]: what each step of chapter 01 requests from the caches.
#
# PROGRAM is cpu_gemm. Valgrind's cachegrind runs each step once on a simulated processor with 32 KiB
# of L1 and 512 KiB of L2 and no prefetcher; a run without a step is subtracted, which leaves the
# step alone. Figures are per thousand multiply-adds. It does not support AVX-512, so steps 6 to 11 run with
# AVX2. Where `perf stat` counts on real hardware, it is the better witness:
#     perf stat -e instructions,L1-dcache-load-misses,l2_rqsts.miss PROGRAM --once STEP 512 512 512
set -eu
program=$1
csv=${2:-/dev/stdout}
size=512

command -v valgrind >/dev/null || { echo 'cpu_counters.sh needs valgrind' >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints: instructions, data references, L1 misses, L2 misses.
count() {
    CPU_TARGET=avx2 valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file="$work/out" \
        --D1=32768,8,64 --LL=524288,8,64 "$program" --once "$1" $size $size $size \
        >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    awk '/^summary:/ { print $2, $5 + $8, $6 + $9, $7 + $10 }' "$work/out"
}

steps='1_triple_loop 2_row_streaming 3_cache_blocks 4_four_rows 5_outer_product 6_register_tile
       7_k_blocks 8_packed 9_c_prefetch 11_tuned'
base=$(count none)
{
    echo "# cpu_counters: cachegrind, L1 32 KiB, L2 512 KiB, $size x $size x $size, one thread"
    echo "# date: $(date -u '+%Y-%m-%d'); commit: ${COMMIT:-unknown}; $(valgrind --version)"
    echo 'step,instructions,references,l1_misses,l2_misses'
    for step in $steps; do
        echo "$step" "$(count "$step")" "$base" | awk -v size=$size '{
            thousands = size * size * size / 1000
            printf "%s,%.1f,%.1f,%.2f,%.3f\n", $1, ($2 - $6) / thousands, ($3 - $7) / thousands,
                   ($4 - $8) / thousands, ($5 - $9) / thousands
        }'
    done
} >"$csv"
