#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_chapters.sh PROGRAMS CHAPTER...: is every chapter everywhere? The Makefile's list is the one
# that counts; what is also written by hand (the README's table, the ladder's picture, "eight
# chapters") must name the same, in the same order. Each chapter has its lesson, and each row of its
# table of steps a file. PROGRAMS is the folder of the built programs. Run in the repository root;
# exits 1, with a line for each thing that is missing.
set -eu

programs=$1
shift

unset MAKEFLAGS MFLAGS MAKELEVEL # a make in a chapter is a new one

failed=0
complain() {
    echo "$*" >&2
    failed=1
}

# $1: where the list is, $2: what adds to it, $3: the list there, $4: that of the Makefile.
same() {
    [ "$3" = "$4" ] ||
        complain "$1 lists the chapters" "$3" "but the Makefile" "$4; $2"
}

same "the table in README.md" "a chapter is a row there" \
    "$(sed -n 's/^| \[\([0-9][0-9]_[a-z0-9_]*\)\](.*README.md) |.*/\1/p' README.md | xargs)" "$*"
numbers=$(for chapter in "$@"; do echo "${chapter%%_*}"; done | xargs)
same docs/ladder.awk "a chapter is a call of add() there, then: make pictures" \
    "$(sed -n 's/^ *add("\([0-9][0-9]\)",.*/\1/p' docs/ladder.awk | xargs)" "$numbers"

count=$(echo zero one two three four five six seven eight nine ten eleven twelve |
    cut -d ' ' -f $(($# + 1)))
grep -qi "the $count chapters" README.md || complain "README.md does not speak of \"the $count chapters\""

for chapter in "$@"; do
    for file in README.md main.c Makefile; do
        [ -f "$chapter/$file" ] || complain "$chapter has no $file"
    done
    problem=$(make -s -n -C "$chapter" GPU=emu 2>&1 >/dev/null) || complain "make -C $chapter: $problem"
    # A step is N_name: the file of its number, which variants of one step share.
    for step in $("$programs/$chapter/$chapter" --list --format csv | sed 1d | cut -d , -f 2); do
        set -- "$chapter/${step%%_*}"_*
        [ -e "$1" ] || complain "$chapter: the table has $step, but there is no file ${step%%_*}_*"
    done
done
exit $failed
