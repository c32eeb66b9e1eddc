#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_rooms.sh: is the house in order? Every #include between folders goes where common/README.md
# allows it, no folders of common/ include each other in a circle, no file is directly in common/,
# no file of code is longer than 700 lines, and no folder has more than 25 of them. Run in the
# repository root; exits 1, with a line for each thing that is not so.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What each room of common/ may include, in addition to itself. A chapter may include all of them, and
# chapter 11 also the kernels of 09, which it runs on several GPUs; tests/, bench/, site/ and docs/ everything.
cat >"$work/allowed" <<'RULES'
base
device
layout base device
step base device
predict step device
hierarchy base step predict device
driver base step predict device layout
learn base step layout device driver
emu
RULES

sources() {
    find "$@" \( -name build -o -path ./my -o -name '.?*' \) -prune -o -type f \
        \( -name '*.c' -o -name '*.h' -o -name '*.cu' \) -print | sed 's:^\./::' | sort
}

failed=0
complain() {
    echo "$*" >&2
    failed=1
}

# "A B": file A includes file B, both as paths from the root. A name is relative to the file or counts
# from the root; one that is in neither place is the emulator's or the system's.
sources . >"$work/files"
# shellcheck disable=SC2016,SC2094 # $0 and $1 are awk's; the list of files is only read
xargs awk '
    FNR == NR { here[$0] = 1; next }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, quoted, "\"")
        path = FILENAME
        sub(/[^\/]*$/, "", path)
        path = path quoted[2]
        while (match(path, /[^\/]+\/\.\.\//)) # a/b/../c is a/c
            path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
        if (!(path in here))
            path = quoted[2]
        if (path in here)
            print FILENAME, path
    }' "$work/files" <"$work/files" >"$work/includes"

awk '
    function room(path, part) { # "step" of common/, "02_naive", "tests"
        split(path, part, "/")
        if (path ~ /^learn\/tests\//) # tests are next to what they test
            return "tests"
        # Plans, kernels and counts of one GEMM, which several chapters build on: not for other kernels.
        if (path ~ /^common\/device\/gemm\/hierarchy\//)
            return "hierarchy"
        return part[1] == "common" ? part[2] : part[1]
    }
    FNR == NR { of_common[$1] = 1; for (i = 2; i <= NF; i++) may[$1, $i] = 1; next }
    {
        from = room($1); to = room($2)
        if (from == to || from == "tests" || from == "bench" || from == "site" || from == "docs")
            next
        if (from == "11_many_gpus" && to == "09_hopper")
            next
        if (from in of_common ? (from, to) in may : to in of_common && to != "emu")
            next
        print $1 " includes " $2 ": " from " may not include " to
    }' "$work/allowed" "$work/includes" >"$work/forbidden"

# Folders of common/ alone: a chapter is one thing, whose folders are read together.
awk '
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    $1 ~ /^common\// && $2 ~ /^common\// && folder($1) != folder($2) { print folder($1), folder($2) }
    ' "$work/includes" | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: -: //; s/^tsort: //' >"$work/circles" || true

while read -r line; do
    complain "$line (common/README.md lists who may include what)"
done <"$work/forbidden"
if [ -s "$work/circles" ]; then
    complain "folders that include each other in a circle:"
    cat "$work/circles" >&2
fi
# emu/ is a separate product: it names nothing of the course, either. (Its pages may.)
find emu \( -name build -o -name __pycache__ \) -prune -o -type f \( -name '*.[ch]' -o -name '*.cu' -o \
    -name '*.py' -o -name '*.sh' -o -name '*.mk' -o -name Makefile \) -print | sort | xargs grep -nE \
    '(^|[^A-Za-z0-9_./-])(common|bench|learn|teach|site|mk|docs)/[a-z]|[^0-9A-Za-z_.](0[0-9]|1[01])_[a-z]|[Tt]h(e|is) course|lesson|[Cc]hapter' \
    >"$work/named" || true
while read -r line; do
    complain "$line: emu/ names nothing outside of it"
done <"$work/named"
for file in common/*.c common/*.h common/*.cu; do
    [ ! -e "$file" ] || complain "$file is directly in common/: it belongs in a room"
done
# shellcheck disable=SC2016 # awk's, too
grep -E '^(0|common/|emu/|learn/)' "$work/files" | xargs awk '
    { lines[FILENAME]++ }
    END {
        for (file in lines)
            if (lines[file] > 700)
                print file " has " lines[file] " lines; 700 are allowed"
    }' >"$work/too_long"
while read -r line; do
    complain "$line"
done <"$work/too_long"
# shellcheck disable=SC2016 # awk's, too; emu/ checks its own folders
grep -v '^emu/' "$work/files" | sed 's:/[^/]*$::' | sort | uniq -c |
    awk '$1 > 25 { print $2 "/ has " $1 " source files; 25 are allowed" }' >"$work/too_many"
while read -r line; do
    complain "$line"
done <"$work/too_many"
emu/check_rooms.sh >&2 || failed=1
exit $failed
