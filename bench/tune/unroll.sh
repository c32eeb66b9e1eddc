#!/bin/sh
# SPDX-License-Identifier: MIT
#
# unroll.sh [SIZE]: chapter 05's register tiles, compiled with other values of the two constants
# that the compiler's register budget hangs on: UNROLL and BLOCKS_PER_SM. Run on a machine with an
# NVIDIA GPU, in the repository root; prints a table.
set -eu

size=${1:-4096}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r Makefile mk common 05_outer_product "$work"

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
    sed "s/\(.*\), \(.*\)/# \1, driver \2, $(date +%F), commit ${COMMIT:-$(git rev-parse --short HEAD)}/"
echo "# bench/tune/unroll.sh $size: m = n = k = $size, median of 30, cold L2"
echo "step              UNROLL  BLOCKS_PER_SM  registers  spilled bytes  TFLOP/s  % cuBLAS"

for blocks in 1 2; do
    for unroll in 1 2 4 8; do
        for step in 4_thread_tile_2d 5_vectorized 6_warp_tile; do
            sed -e "s/{ UNROLL = [0-9]* }/{ UNROLL = $unroll }/" \
                -e "s/{ BLOCKS_PER_SM = [0-9]* }/{ BLOCKS_PER_SM = $blocks }/" \
                "05_outer_product/$step.cu" >"$work/05_outer_product/$step.cu"
        done
        make -j -Otarget -C "$work" GPU=cuda CHAPTERS=05_outer_product NVCCFLAGS="-O3 -lineinfo -Xptxas -v" \
            build >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
        "$work/build/cuda/05_outer_product/05_outer_product" --size "$size" --reps 30 --step 4 \
            --step 5 --step 6 >"$work/table"
        # Of the log: name, spills and registers of each kernel, in that order.
        awk -v unroll="$unroll" -v blocks="$blocks" '
            /Compiling entry function/ { kernel = $0; sub(/.*sgemm_/, "", kernel); sub(/iiif.*/, "", kernel) }
            /spill stores/ { sub(/.*frame, /, ""); spilled[kernel] = $1 }
            /Used [0-9]* registers/ { sub(/.*Used /, ""); registers[kernel] = $1 }
            FNR != NR && /^[456]_/ {
                kernel = substr($1, 3)
                printf "%-16s  %6d  %13d  %9d  %13d  %7s  %8s\n", $1, unroll, blocks,
                    registers[kernel], spilled[kernel], $8, $10
            }' "$work/log" "$work/table"
    done
done
