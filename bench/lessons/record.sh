#!/bin/sh
# SPDX-License-Identifier: MIT
#
# record.sh BUILD COMMIT FOLDER [RECORD...]: run the programs of lessons.list (or of these records alone) and write what they
# print into FOLDER, each command before its output. In the repository root, on a machine with a GPU.
set -eu
build=$1 commit=$2 folder=$3
shift 3
list=bench/lessons/lessons.list
query() { nvidia-smi --query-gpu="$1" --format=csv,noheader -i 0; }
gpu=$(query name)
prefix=$(echo "$gpu" | tr '[:upper:]' '[:lower:]' | grep -o '[a-z][0-9][0-9]*' | head -n 1) # NVIDIA H100 80GB HBM3: h100

wanted() # RECORD of RECORD...
{
    record=$1
    shift
    [ $# -eq 0 ] && return 0
    for one; do [ "$one" = "$record" ] && return 0; done
    return 1
}

for one; do
    grep -q "^record $one " "$list" || { echo "record.sh: $list has no record $one" >&2; exit 2; }
done

# What was recorded replaces a record when all of its programs have ended well.
finish() { [ "$out" = /dev/null ] || mv "$out.new" "$out"; }

out=/dev/null
while read -r first rest; do
    case $first in
    '#'* | '') ;;
    record)
        finish
        name=${rest%% *}
        if wanted "$name" "$@"; then
            out=$folder/${prefix}_$name
            echo "$out"
            echo "# $gpu, driver $(query driver_version), $(date +%F), commit $commit; make GPU=cuda bench-lessons" > "$out.new"
            # shellcheck disable=SC2086 # several steps
            bench/code/records.py stamp "$out.new" ${rest#* } < /dev/null
        else
            out=/dev/null
        fi
        ;;
    *)
        [ "$out" = /dev/null ] && continue
        printf '\n$ %s %s\n' "$first" "$rest" >> "$out.new"
        # shellcheck disable=SC2086 # several arguments
        "$build/$first/$first" $rest < /dev/null >> "$out.new"
        ;;
    esac
done < "$list"
finish
