#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run_chapters.sh FOLDER LADDER "CHAPTER..." ARGS...: runs FOLDER/CHAPTER/CHAPTER ARGS of every chapter on the emulated
# GPU, and shows what each prints in order. LADDER becomes the table of all steps (LADDER_FILE of each program), and
# LADDER.failed names the chapters that failed.
#
# A program keeps little more than one core busy, so while one is shown, the next one runs already. Its figures are
# counts, and do not depend on what else runs; chapter 01 measures this computer, and runs alone.
set -u

folder=$1 ladder=$2 chapters=$3
shift 3
rm -f "$ladder" "$ladder.failed"
work=$(mktemp -d) || exit 1
pids=''
leave() {
    trap - EXIT
    # shellcheck disable=SC2086 # words
    [ -z "$pids" ] || kill $pids 2>/dev/null
    rm -rf "$work"
    exit "$1"
}
trap 'leave 130' INT
trap 'leave 143' TERM HUP
trap 'leave 1' EXIT

# The output goes through a file, so width and colour are set as for a terminal.
if [ -t 1 ]; then
    columns=$(stty size 2>/dev/null </dev/tty | cut -d ' ' -f 2)
    export COLUMNS="${COLUMNS:-${columns:-80}}" CLICOLOR_FORCE="${CLICOLOR_FORCE:-1}"
fi

failed='' running=''
# $running: "CHAPTER PID ...", in order.
start() {
    chapter=$1
    shift
    LADDER_FILE=$work/$chapter.tsv "$folder/$chapter/$chapter" "$@" >"$work/$chapter.out" 2>"$work/$chapter.err" &
    running="$running $chapter $!"
    pids="$pids $!"
}

# Shows the first of those that run, until it ends.
show() {
    # shellcheck disable=SC2086 # words
    set -- $running
    chapter=$1 pid=$2
    shift 2
    running=$*
    echo >&2
    if [ -t 1 ]; then
        tail -n +1 -s 0.1 -f --pid="$pid" "$work/$chapter.out" 2>/dev/null # "no files remaining"
    fi
    wait "$pid" || failed="$failed $chapter"
    [ -t 1 ] || cat "$work/$chapter.out"
    cat "$work/$chapter.err" >&2
    [ ! -e "$work/$chapter.tsv" ] || cat "$work/$chapter.tsv" >>"$ladder"
    pids=$(echo " $pids " | sed "s/ $pid / /")
}

for chapter in $chapters; do
    case $chapter in
    01_*)
        start "$chapter" "$@"
        show
        continue
        ;;
    esac
    waiting=$running
    start "$chapter" "$@"
    [ -z "$waiting" ] || show
done
while [ -n "$running" ]; do
    show
done
rm -rf "$work"
trap - EXIT
echo "$failed" >"$ladder.failed"
[ -z "$failed" ]
