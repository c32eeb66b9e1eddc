#!/bin/sh
# SPDX-License-Identifier: MIT
#
# diff.sh CHAPTER/STEP CHAPTER...: what a step changed against the step before it ("02/2").
set -eu

files=$(mk/step_file.sh "$@")
before=${files% *} step=${files#* }

# Both leave with 1 when the files differ: that is what we came for.
if command -v git >/dev/null; then
    git diff --no-index "$before" "$step" || [ $? -eq 1 ]
else
    diff -u "$before" "$step" || [ $? -eq 1 ]
fi
