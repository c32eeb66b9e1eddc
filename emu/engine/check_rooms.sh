#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_rooms.sh: do the rooms of the engine include each other in one direction only? README.md
# beside this file lists them from the bottom to the top. Prints a line for each #include that
# climbs, for each that names another room's inner header, and for each room of more than 25 files;
# then exits with status 1.
set -eu
cd "$(dirname "$0")"

# shellcheck disable=SC2016 # backquotes of Markdown
sed -n 's/^| `\([a-z]*\)` .*/\1/p' README.md >"${TMPDIR:-/tmp}/rooms.$$"
trap 'rm -f "${TMPDIR:-/tmp}/rooms.$$"' EXIT
# shellcheck disable=SC2016,SC2035 # $0 is awk's; rooms begin with letters
awk '
    function complain(text) { print text; failed = 1 }
    FNR == NR { level[$1] = ++rooms; next }
    FNR == 1 {
        room = FILENAME
        sub(/\/.*/, "", room)
        if (!(room in level))
            complain("emu/engine/" room "/ is not in README.md")
        if (++files[room] == 26)
            complain("emu/engine/" room "/ has more than 25 files")
    }
    /^[ \t]*#[ \t]*include[ \t]*"\.\.\/[a-z]+\// {
        split($0, quoted, "\"")
        split(quoted[2], part, "/")
        if (part[3] != part[2] ".h")
            complain("emu/engine/" FILENAME ":" FNR ": " quoted[2] ": include " part[2] "/" part[2] ".h")
        if (level[part[2]] >= level[room] && !known[FILENAME, part[2]]++)
            complain("emu/engine/" FILENAME ":" FNR ": " room "/ may not include " part[2] "/")
    }
    END { exit failed }' "${TMPDIR:-/tmp}/rooms.$$" */*.[ch]
