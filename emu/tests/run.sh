#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh ROOM BUILD PROGRAM...: runs test programs in the folder ROOM, in which emu/ is this product's
# folder; BUILD has bin/emucc. The last line is "N programs passed, M failed"; exits with 1 if any failed.
set -u

cd "$1" || exit 1
REPO_ROOT=$PWD BUILD_DIR=emu/${2##*/emu/} EMU_LEAKS=error PYTHON=${PYTHON:-python3}
case $2 in */build/emu) BUILD_DIR=emu/build/emu ;; esac
export REPO_ROOT BUILD_DIR EMU_LEAKS PYTHON
shift 2

passed=0 failed=
for program in "$@"; do
    if "$program" --jobs "$(nproc)" >"$program.log" 2>&1; then
        passed=$((passed + 1))
        printf '  ok      %s\n' "${program##*/}"
    else
        failed="$failed ${program##*/}"
        printf '  FAILED  %s\n' "${program##*/}"
        tail -n 30 "$program.log"
    fi
done
# shellcheck disable=SC2086 # its words are counted
set -- $failed
echo "$passed programs passed, $# failed${failed:+:}$failed"
[ $# -eq 0 ] && [ "$passed" -gt 0 ]
