#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_map.sh README.md...: is each `file:symbol` that a lesson names there?
#
# A lesson names them in backquotes, the file by its path from the lesson's folder or from the root of the
# repository. The symbol must be declared or defined at file scope: that is, be on a line that
# begins in the first column, outside of comments. Run in the repository root.
set -eu

failed=0
for lesson in "$@"; do
    # shellcheck disable=SC2016 # backquotes of Markdown
    names=$(awk '/^```/ { inside = !inside } !inside' "$lesson" |
        grep -oE '`[A-Za-z0-9_./]+\.(h|c|cu):[A-Za-z_][A-Za-z0-9_]*`' | tr -d '`' | sort -u || true)
    if [ -z "$names" ]; then
        echo "$lesson: names no file:symbol" >&2
        failed=1
    fi
    for name in $names; do
        file=${name%:*} symbol=${name##*:}
        here=$(dirname "$lesson")/$file
        [ -f "$here" ] || here=$file
        if [ ! -f "$here" ]; then
            echo "$lesson: $name: no such file" >&2
            failed=1
        elif ! sed -e 's://.*::' -e '/^[[:space:]]/d' "$here" | grep -qw "$symbol"; then
            echo "$lesson: $name: no such declaration" >&2
            failed=1
        fi
    done
done
exit $failed
