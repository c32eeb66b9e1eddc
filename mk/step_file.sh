#!/bin/sh
# SPDX-License-Identifier: MIT
#
# step_file.sh CHAPTER/STEP CHAPTER...: the source of a step ("02/2"), behind that of the step before
# it in the ladder, on one line. Before the first step of a chapter stands the last one of the
# chapter before; before the very first /dev/null.
set -eu

asked=$1
shift

# Prints the step files of all chapters, one a line, in the order of the ladder.
steps() {
    for chapter in "$@"; do
        # A step of many files has a folder of its name. A chapter may have none: then the pattern
        # stays as it is.
        for file in "$chapter"/[0-9]*_*.c* "$chapter"/[0-9]*_*/; do
            case $file in
            *\**) ;;
            */) echo "$file$(basename "$file").cu" ;;
            *) echo "$file" ;;
            esac
        done | sort -V
    done
}

before=/dev/null
for file in $(steps "$@"); do
    number=${file%%_*}/${file#*/} # 02_naive/2_x.cu -> 02/2_x.cu
    if [ "${number%%_*}" = "$asked" ]; then
        echo "$before $file"
        exit
    fi
    before=$file
done

echo "STEP=$asked: say chapter/step, such as STEP=02/2; the steps are:" >&2
steps "$@" | sed 's/^/    /' >&2
exit 2
