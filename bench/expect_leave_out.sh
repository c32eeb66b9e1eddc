#!/bin/sh
# SPDX-License-Identifier: MIT
#
# expect_leave_out.sh: is the expected time more than a description of what it was made from? The
# numbers of common/emu/expect/fitted.h are chosen anew without each chapter in turn, each number by
# itself, as the value with the smallest mean error over all other chapters at 4096. With these values
# the chapter that was left out is expected. Prints a line for each, and the mean over all rows.
#
#     expect_leave_out.sh BUILD/bench/expect FOLDER      (minutes; the runs are kept in FOLDER)
set -eu

program=$1 work=$2
results=bench/results
chapters="02_naive 03_tiled 04_shared 05_outer_product 06_layouts 07_tensor_core 08_cutlass_hierarchy"
mkdir -p "$work"

# One run: the rows beside what was measured, way chapter ... expected measured.
run() # FILE flags
{
    file=$1
    shift
    "$program" --below 10 "$@" 4096 >"$file.raw" 2>/dev/null
    awk -f bench/expect_compare.awk "$file.raw" $results/h200_gemm*.tsv $results/h200_paired.tsv | grep -v '^#' >"$file"
}

values() # NAME: what is tried
{
    case $1 in
    dispatch) echo 64 70 78 86 94 ;;
    addresses) echo 12 16 20 24 28 ;;
    sparing) echo 60 80 100 120 140 ;;
    copy_passes) echo 6 8 10 12 14 ;;
    turn_work) echo 4 8 12 16 20 ;;
    esac
}

for way in with alone; do
    case $way in
    with) flag="" names="sparing copy_passes" ;; # nvcc has said the others
    alone) flag=--alone names="dispatch addresses sparing copy_passes turn_work" ;;
    esac
    for name in $names; do
        for value in $(values $name); do
            [ -s "$work/$way.$name.$value" ] || run "$work/$way.$name.$value" $flag --set $name=$value
        done
    done
    : >"$work/$way.left_out"
    for chapter in $chapters; do
        set --
        for name in $names; do
            best=$(for value in $(values $name); do
                awk -F'\t' -v value=$value -v chapter=$chapter '$8 > 0 && $2 != chapter { e = $7 / $8 - 1
                        sum += e < 0 ? -e : e; rows++ }
                    END { printf "%.6f %d\n", sum / rows, value }' "$work/$way.$name.$value"
            done | sort -n | awk 'NR == 1 { print $2 }')
            set -- "$@" --set $name=$best
        done
        run "$work/$way.chapter" $flag --step $chapter "$@"
        awk -F'\t' -v way=$way -v chapter=$chapter -v set="$*" '$8 > 0 { e = $7 / $8 - 1; sum += e < 0 ? -e : e; rows++ }
            END { gsub("--set ", "", set); printf "# %s\t4096\twithout %s\t%d\t%.1f%%\t%s\n", way, chapter, rows,
                  100 * sum / rows, set }' "$work/$way.chapter" | tee -a "$work/$way.left_out"
    done
    awk -F'\t' -v way=$way '{ sum += $4 * $5; rows += $4 }
        END { printf "# %s\t4096\tleft out, all\t%d\t%.1f%%\n", way, rows, sum / rows }' "$work/$way.left_out"
done
