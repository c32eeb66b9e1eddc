#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_lessons.sh README.md...: runs every command that a lesson shows and compares what it prints.
#
# A lesson shows them in blocks of ```console; a line that begins with "$ " is a command, the lines
# below are what it prints on stdout. A line "..." matches any number of lines. A block under
# <!-- test: more --> takes seconds, and runs only if TEST_FULL or TEST_MORE is set; one under
# <!-- test: mpi --> only if MPI is installed. Run in the repository root; commands run on the
# emulated GPU, on one core.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
GPU=emu EMU_CORES=1
export GPU EMU_CORES
# Open MPI: also for root, and with more processes than cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
mpi=$(command -v mpirun >/dev/null && command -v mpicc >/dev/null && echo yes) || mpi=
unset MAKEFLAGS MFLAGS MAKELEVEL # a make in a lesson is a new one
unset COLUMNS # with it, programs fold their lines as on a terminal

failed=0
for lesson in "$@"; do
    # Pages are checked side by side: a program that two of them write is run while it is written ("Text file busy").
    grep -oE -e '^[$] .* -o build/[a-z_]+' "$lesson" | grep -oE 'build/[a-z_]+$' | sort -u >"$work/programs" || true
    while read -r program; do
        others=$(grep -lwF -e "-o $program" ./*.md ./*/*.md | grep -vxF "./$lesson" | tr '\n' ' ')
        if [ -n "$others" ]; then
            echo "$lesson: $program: $others writes it, too" >&2
            failed=1
        fi
    done <"$work/programs"
    rm -f "$work"/*
    awk -v work="$work" -v full="${TEST_FULL:-}${TEST_MORE:-}" -v mpi="$mpi" '
        /^```console$/ { inside = before ~ /^<!-- test: mpi -->$/ ? mpi : full || before !~ /^<!-- test: more -->$/; next }
        /^```/         { inside = 0 }
        { before = $0 }
        inside && /^\$ / {
            n++
            print substr($0, 3) > (work "/" n ".command")
            print FNR > (work "/" n ".line")
            printf "" > (work "/" n ".expected")
            next
        }
        inside { print > (work "/" n ".expected") }' "$lesson"
    n=1
    while [ -f "$work/$n.command" ]; do
        sh "$work/$n.command" >"$work/actual" 2>/dev/null || true
        if ! awk '
            { sub(/[ \t]+$/, "") } # no reader sees them
            FNR == NR { wanted[++count] = $0; next }
            { got[++lines] = $0 }
            END {
                at = 1
                for (i = 1; i <= count; i++) {
                    if (wanted[i] == "...") {
                        skip = 1
                        continue
                    }
                    while (skip && at <= lines && got[at] != wanted[i])
                        at++
                    if (at > lines || got[at] != wanted[i])
                        exit 1
                    at++
                    skip = 0
                }
                exit !(skip || at > lines)
            }' "$work/$n.expected" "$work/actual"; then
            echo "$lesson:$(cat "$work/$n.line"): $(cat "$work/$n.command")" >&2
            diff -u "$work/$n.expected" "$work/actual" >&2 || true
            failed=1
        fi
        n=$((n + 1))
    done
done
exit $failed
