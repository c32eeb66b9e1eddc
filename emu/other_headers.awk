# SPDX-License-Identifier: MIT
#
# awk -v folder=F -f other_headers.awk other_headers.txt: writes F/first/, for -I, and F/after/, for -idirafter.
/^#/ || !NF { next }
{
    way = $1
    header = $2
    rest = $0
    sub(/^[^ ]+ +[^ ]+ +/, "", rest)
    path = folder "/" (way ~ /^(absent|spare|std)$/ ? "after/" : "first/") header
    part = path
    sub(/\/[^\/]*$/, "", part)
    if (!made[part]++)
        system("mkdir -p '" part "'")
    if (way ~ /^(same|spare|std)$/)
        for (i = 3; i <= NF; i++)
            print "#include <" $i ">" >path
    if (way == "std")
        print "namespace cuda\n{\nnamespace std\n{\nusing namespace ::std;\n}\n} // namespace cuda" >path
    if (way ~ /^(refused|absent)$/)
        print "#error \"" header ": " rest "\"" >path
    close(path)
}
