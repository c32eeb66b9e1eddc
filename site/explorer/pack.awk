# SPDX-License-Identifier: MIT
#
# pack.awk: one file of many. A line "@inline FILE@" becomes that file, from the page's folder;
# "@made FILE@" one from the folder `made`, "@base64 FILE@" becomes FILE's bytes, from there, as base64.
function copy(file,    line) {
    while ((getline line < file) > 0)
        print line
    close(file)
}
/^@inline .*@$/ { file = $2; sub(/@$/, "", file); copy(folder "/" file); next }
/^@made .*@$/ { file = $2; sub(/@$/, "", file); copy(made "/" file); next }
/^@base64 .*@$/ {
    file = $2
    sub(/@$/, "", file)
    command = "base64 -w 0 '" made "/" file "'"
    while ((command | getline line) > 0)
        print line
    close(command)
    next
}
{ print }
