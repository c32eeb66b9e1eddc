# SPDX-License-Identifier: MIT
#
# awk -v folder=F -f other_headers.awk other_headers.txt: writes F/first/, for -I, and F/after/, for -idirafter.
/^#/ || !NF { next }
{
    way = $1
    header = $2
    rest = $0
    sub(/^[^ ]+ +[^ ]+ +/, "", rest)
    path = folder "/" (way == "absent" ? "after/" : "first/") header
    part = path
    sub(/\/[^\/]*$/, "", part)
    if (!made[part]++)
        system("mkdir -p '" part "'")
    if (way == "same")
        for (i = 3; i <= NF; i++)
            print "#include \"" $i "\"" >path
    else
        print "#error \"" header ": " rest "\"" >path
    close(path)
}
