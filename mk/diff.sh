#!/bin/sh
# SPDX-License-Identifier: MIT
#
# diff.sh CHAPTER/STEP CHAPTER...: what a step changed against the step before it ("02/2"). Before
# the first step of a chapter stands the last one of the chapter before.
set -eu

asked=$1
shift

# Prints the step files of all chapters, one a line, in the order of the ladder.
steps() {
    for chapter in "$@"; do
        printf '%s\n' "$chapter"/[0-9]*_*.c* | sort -V
    done
}

before='' step=''
for file in $(steps "$@"); do
    number=${file%%_*}/${file#*/} # 02_naive/2_x.cu -> 02/2_x.cu
    if [ "${number%%_*}" = "$asked" ]; then
        step=$file
        break
    fi
    before=$file
done

if [ -z "$step" ]; then
    echo "STEP=$asked: say chapter/step, such as make diff STEP=02/2; the steps are:" >&2
    steps "$@" | sed 's/^/    /' >&2
    exit 2
fi
if [ -z "$before" ]; then
    before=/dev/null
fi

# Both leave with 1 when the files differ: that is what we came for.
if command -v git >/dev/null; then
    git diff --no-index "$before" "$step" || [ $? -eq 1 ]
else
    diff -u "$before" "$step" || [ $? -eq 1 ]
fi
