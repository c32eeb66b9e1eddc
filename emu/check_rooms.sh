#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_rooms.sh: checks that the rooms of the engine and of emucc include each other in one direction
# only. engine/README.md and emucc/README.md list them from the bottom to the top. Prints a line for each
# #include of a higher room, for each #include of an inner header of another room of the engine, and for
# each folder of emu/ with more than 25 source files; then exits with status 1.
set -eu
cd "$(dirname "$0")"

rooms=$(mktemp)
trap 'rm -f "$rooms"' EXIT
failed=0

# The gallery's programs are data: one file per program, so their number is not limited.
find . \( -name build -o -name __pycache__ -o -path ./tests/mistakes \) -prune -o -type f \
    \( -name '*.[ch]' -o -name '*.cu' \) -print | sed 's:/[^/]*$::; s:^\./::' | sort | uniq -c |
    awk '$1 > 25 { print "emu/" $2 "/ has " $1 " source files; 25 are allowed"; failed = 1 } END { exit failed }' || failed=1

# The build looks for tests in rooms alone (emu.mk, EMU_TEST_ROOMS).
for file in tests/*.c; do
    [ ! -e "$file" ] || { echo "emu/$file belongs into a room of emu/tests/: no makefile builds it here" && failed=1; }
done

for part in emucc engine; do
    # shellcheck disable=SC2016 # backquotes of Markdown
    sed -n 's/^| `\([a-z]*\)` .*/\1/p' $part/README.md >"$rooms"
    # shellcheck disable=SC2016 # $0 is awk's
    (cd $part && awk -v part="$part" '
        function complain(text) { print text; failed = 1 }
        FNR == NR { level[$1] = ++rooms; next }
        FNR == 1 {
            room = FILENAME
            sub(/\/.*/, "", room)
            if (!(room in level))
                complain("emu/" part "/" room "/ is not in README.md")
        }
        /^[ \t]*#[ \t]*include[ \t]*"\.\.\/[a-z]+\// {
            split($0, quoted, "\"")
            split(quoted[2], name, "/")
            if (part == "engine" && name[3] != name[2] ".h")
                complain("emu/engine/" FILENAME ":" FNR ": " quoted[2] ": include " name[2] "/" name[2] ".h")
            if (level[name[2]] >= level[room] && !known[FILENAME, name[2]]++)
                complain("emu/" part "/" FILENAME ":" FNR ": " room "/ may not include " name[2] "/")
        }
        END { exit failed }' "$rooms" [a-z]*/*.[ch]) || failed=1
done
exit $failed
