#!/bin/sh
# SPDX-License-Identifier: MIT
#
# diff.sh CHAPTER/STEP CHAPTER...: what a step changed against the step before it ("02/2"). The first
# step of a chapter begins anew: it is shown whole, and so are the additional files of a step.
set -eu

# Both leave with 1 when the files differ: that is what we came for.
compare() {
    if command -v git >/dev/null; then
        git diff --no-index "$1" "$2" || [ $? -eq 1 ]
    else
        diff -u "$1" "$2" || [ $? -eq 1 ]
    fi
}

files=$(mk/step_file.sh "$@")
before=${files%% *} files=${files#* }
step=${files%% *}
if [ "$before" = /dev/null ]; then
    echo "${step%%/*} begins with this step: none comes before it, so all of it is new"
fi
compare "$before" "$step"
for file in $files; do
    [ "$file" = "$step" ] || compare /dev/null "$file"
done
