#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sanitize.sh GEMM FLAGS...: the four tools of compute-sanitizer (or TOOLS="...") over GEMM --once FLAGS (one launch
# of each step, transposition and shape, verified on the host), with beta 0 and with beta 2 (or BETAS="..."). GEMM is
# build/cuda/bench/gemm/gemm. Prints what was run and what each tool found; exit status 1 where one
# found something.
set -eu

gemm=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log report=$folder/report
status=0
{
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
        sed "s/\(.*\), \(.*\)/# \1, driver \2, $(date +%F), commit ${COMMIT:-$(git rev-parse --short HEAD)}/"
    compute-sanitizer --version | sed -n 's/^Version/# compute-sanitizer/p'
    for tool in ${TOOLS:-memcheck racecheck initcheck synccheck}; do
        for beta in ${BETAS:-0 2}; do
            echo "## $tool: gemm --once --shapes 0 --beta $beta $*"
            compute-sanitizer --tool "$tool" --error-exitcode 9 "$gemm" --once --shapes 0 --beta "$beta" "$@" \
                >"$log" 2>&1 || status=1
            awk '/ ok  /{ok++} / skipped /{skipped++} / wrong /{wrong++}
                 END{printf "%d steps ok, %d wrong, %d skipped\n", ok, wrong, skipped}' "$log"
            # The summary; and of what was found enough to begin with.
            grep '^=========.*SUMMARY' "$log" || { echo "no summary: $(tail -n 1 "$log")"; status=1; }
            grep '^=========' "$log" | grep -v 'SUMMARY\|COMPUTE-SANITIZER' | head -n 20
        done
    done
} >"$report"
# 08_cutlass_hierarchy/8_tuned/NN: 08/8_tuned
steps=$(awk -F / '/ ok  /{step = substr($1, 1, 2) "/" $2; if (!seen[step]++) print step}' "$log")
# shellcheck disable=SC2086 # several steps
[ -z "$steps" ] || bench/code/records.py stamp "$report" $steps || status=1
cat "$report"
exit $status
