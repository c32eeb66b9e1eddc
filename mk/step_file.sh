#!/bin/sh
# SPDX-License-Identifier: MIT
#
# step_file.sh CHAPTER/STEP CHAPTER...: the sources of a step ("02/2"), after that of the step before
# it in its chapter (or of the step that it says it changes), on one line. Before the first step of a chapter is /dev/null. A step of many
# files has a folder of its name: the file of that name comes first (where the step is several rows of
# the table, each with a file NAME_ROW.cu: the first of these), then the other files.
set -eu

asked=$1
shift

# Prints the step files of all chapters, one a line, in the order of the ladder; of a folder that of
# its name.
steps() {
    for chapter in "$@"; do
        # A chapter may have none of a kind: then the pattern stays unchanged.
        for file in "$chapter"/[0-9]*_*.c* "$chapter"/[0-9]*_*/; do
            case $file in
            *\**) ;;
            */)
                first=$file$(basename "$file").cu
                [ -f "$first" ] || first=$(find "$file" -name '[0-9]*.cu' | sort | head -n 1)
                echo "$first"
                ;;
            *) echo "$file" ;;
            esac
        done | sort -V
    done
}

before=/dev/null chapter=
for file in $(steps "$@"); do
    [ "${file%%/*}" = "$chapter" ] || before=/dev/null
    chapter=${file%%/*}
    number=${file%%_*}/${file#*/} # 02_naive/2_x.cu -> 02/2_x.cu
    if [ "${number%%_*}" = "$asked" ]; then
        # A step may name the step that it changes: "What changed after 10_epilogue: ...".
        after=$(sed -n 's|^// What changed after \([0-9][0-9a-z_]*\):.*|\1|p' "$file")
        [ -z "$after" ] || before=$chapter/$after.cu
        folder=${file%/*} others=
        if [ "$folder" != "$chapter" ]; then
            others=$(find "$folder" -maxdepth 1 -type f -name '*.[ch]*' ! -path "$file" | sort | tr '\n' ' ')
        fi
        echo "$before $file $others" | sed 's/ *$//'
        exit
    fi
    before=$file
done

echo "STEP=$asked: say chapter/step, such as STEP=02/2; the steps are:" >&2
steps "$@" | sed 's/^/    /' >&2
exit 2
