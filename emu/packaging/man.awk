# SPDX-License-Identifier: MIT
#
# emucc --help | awk -v version=V -f man.awk: the manual page emucc(1) with the text of --help.
function plain(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    sub(/^[.']/, "\\\\\\&&", text)
    return text
}
BEGIN { print ".TH EMUCC 1 \"\" \"emucc " version "\" \"emucc\"\n.SH NAME\nemucc \\- CUDA C++ compiler for an emulated GPU" }
/^usage: / {
    sub(/^usage: /, "")
    print ".SH SYNOPSIS\n.B " plain($0) "\n.SH DESCRIPTION"
    next
}
/^$/ { print ".PP"; next }
/^[A-Za-z ]+:$/ {
    sub(/:$/, "")
    print ".SH " toupper($0)
    next
}
/^  [^ ]/ {
    sub(/^  /, "")
    at = match($0, /   *[^ ]/)
    print ".TP\n.B " plain(at ? substr($0, 1, at - 1) : $0)
    if (at)
        print plain(substr($0, at + RLENGTH - 1))
    next
}
{
    sub(/^ +/, "")
    print plain($0)
}
