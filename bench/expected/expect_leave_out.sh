#!/bin/sh
# SPDX-License-Identifier: MIT
#
# expect_leave_out.sh: is the expected time more than a description of what it was made from? The
# numbers of emu/timing/fitted.h are chosen anew without each chapter in turn, each number by
# itself, as the value with the smallest mean error over all other chapters at 4096. With these values
# the chapter that was left out is expected. Prints a line for each, and the mean over all rows.
#
#     expect_leave_out.sh BUILD/bench/expect FOLDER [with|alone]     (minutes; FOLDER is for the runs)
# shellcheck disable=SC2086 # names and numbers have no blanks, and a flag may be none
set -eu

program=$1 work=$2
results=bench/results
chapters="02_naive 03_tiled 04_shared 05_outer_product 06_layouts 07_tensor_core 08_cutlass_hierarchy 09_hopper"
mkdir -p "$work"

# One run of some steps, at the same time: the rows next to the measured times, way chapter ... expected measured.
run() # FILE STEPS flags
{
    file=$1 steps=$2
    shift 2
    rm -f "$file".raw.*
    for step in $steps; do
        "$program" --below 10/1 --step "$step" "$@" 4096 2>/dev/null >"$file.raw.${step%%/*}" &
    done
    wait
    cat "$file".raw.* >"$file.raw"
    awk -f bench/expected/expect_compare.awk "$file.raw" $results/h200_gemm*.tsv $results/h200_07_types_s8.tsv $results/h200_paired.tsv | grep -v '^#\|^way' >"$file"
}

# What is tried, and the steps that it can change. The first is the current value.
values() # NAME
{
    case $1 in
    dispatch) echo 78 64 92 ;;
    addresses) echo 20 12 28 ;;
    sparing) echo 100 60 140 ;;
    copy_passes) echo 10 6 14 ;;
    turn_work) echo 12 4 20 ;;
    esac
}

steps() # NAME
{
    case $1 in
    dispatch) echo 02_naive 03_tiled 04_shared 05_outer_product 06_layouts ;;
    sparing) echo 07_tensor_core 08_cutlass_hierarchy 09_hopper ;;
    copy_passes) echo 07_tensor_core/4_padded ;;
    *) echo "$chapters" ;;
    esac
}

for way in ${3:-with alone}; do
    case $way in
    with) flag="" names="sparing copy_passes" ;; # nvcc determines the other ones
    alone) flag=--alone names="dispatch addresses sparing copy_passes turn_work" ;;
    esac
    all=$work/$way.all
    run "$all" "$chapters" $flag
    for name in $names; do
        for value in $(values $name); do
            file=$work/$way.$name.$value
            [ "$value" != "$(values $name | cut -d' ' -f1)" ] || { cp "$all" "$file"; continue; }
            run "$file" "$(steps $name)" $flag --set $name=$value
            # Rows that it cannot change.
            awk -F'\t' '{ row = $2 FS $3 FS $4 FS $5 } NR == FNR { seen[row]; next } !(row in seen)' \
                "$file" "$all" >"$file.others"
            cat "$file.others" >>"$file"
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
            done | sort -s -n -k 1,1 | awk 'NR == 1 { print $2 }')
            set -- "$@" --set $name=$best
        done
        # The current values have been expected already.
        standing=""
        for name in $names; do
            standing="$standing --set $name=$(values $name | cut -d' ' -f1)"
        done
        if [ " $*" = "$standing" ]; then
            awk -F'\t' -v chapter=$chapter '$2 == chapter' "$all" >"$work/$way.chapter"
        else
            run "$work/$way.chapter" $chapter $flag "$@"
        fi
        awk -F'\t' -v way=$way -v chapter=$chapter -v set="$*" '$8 > 0 { e = $7 / $8 - 1; sum += e < 0 ? -e : e; rows++ }
            END { gsub("--set ", "", set); printf "# %s\t4096\twithout %s\t%d\t%.1f%%\t%s\n", way, chapter, rows,
                  100 * sum / rows, set }' "$work/$way.chapter" | tee -a "$work/$way.left_out"
    done
    awk -F'\t' -v way=$way '{ sum += $4 * $5; rows += $4 }
        END { printf "# %s\t4096\tleft out, all\t%d\t%.1f%%\n", way, rows, sum / rows }' "$work/$way.left_out"
done
