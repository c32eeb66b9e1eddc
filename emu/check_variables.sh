#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_variables.sh: the table of README.md has each variable EMU_... that the sources read, and no other.
set -eu
cd "$(dirname "$0")"
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

# getenv("EMU_X"), environment_seconds("EMU_X", ...), check_word("EMU_X", ...) ...
grep -rho '[a-z_]*("EMU_[A-Z_]*"' engine libraries timing emucc | sed 's/.*"\(EMU_[A-Z_]*\)"/\1/' | sort -u >"$lists/read"
sed -n 's/^| `\(EMU_[A-Z_]*\)=.*/\1/p' README.md | sort -u >"$lists/listed"
# In the text of another row.
grep -o '`EMU_[A-Z_]*=' README.md | tr -d '`=' | sort -u >"$lists/named"
failed=0
for name in $(comm -23 "$lists/read" "$lists/named"); do
    echo "emu/README.md does not list $name" && failed=1
done
for name in $(comm -23 "$lists/listed" "$lists/read"); do
    echo "emu/README.md lists $name, which nothing reads" && failed=1
done
exit $failed
