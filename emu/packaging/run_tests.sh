#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run_tests.sh SARIF_FOLDER [OPTION...] -- FILE.cu...: compiles each file by emucc with these options and runs it.
# Prints each error as an annotation of GitHub Actions ("::error file=..."). Exits with status 1 if one fails.
set -u

sarif=$1 flags='' failed=0
shift
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    flags="$flags $1"
    shift
done
[ $# -gt 1 ] || { echo 'run_tests.sh: no files' >&2; exit 2; }
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$sarif"

# Reads errors in gcc's form, and prints all lines.
annotate() {
    awk '
        { print }
        match($0, /^[^:]+:[0-9]+:([0-9]+:)? (fatal )?(error|warning): /) {
            split($0, part, ":")
            kind = substr($0, 1, RLENGTH) ~ /warning: $/ ? "warning" : "error"
            text = substr($0, RLENGTH + 1)
            gsub(/%/, "%25", text)
            print "::" kind " file=" part[1] ",line=" part[2] "::" text
        }'
}

for file in "$@"; do
    echo "::group::$file"
    # shellcheck disable=SC2086 # options are words
    if emucc $flags "$file" -o "$work/program" >"$work/said" 2>&1 &&
        EMU_REPORT=gcc EMU_SARIF="$sarif/" "$work/program" >"$work/said" 2>&1; then
        result=passed
    else
        result=FAILED failed=1
    fi
    annotate <"$work/said"
    echo "::endgroup::"
    echo "$result  $file"
done
exit $failed
