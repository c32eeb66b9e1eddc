#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_tools.sh CC CXX: can these compilers build the course? Says nothing where they can; else one line on stderr
# for the first thing that is amiss, and exits 1. The answer is kept in build/machine until a compiler changes.
set -eu

cc=$1 cxx=$2
kept=build/machine/tools.txt

refuse() {
    echo "$*" >&2
    exit 1
}

# $1: a compiler's command, $2: its name as a variable of make. A command may have words before and after it.
path_of() {
    for word in $1; do
        case $word in
        ccache | */ccache | distcc | *=*) ;;
        *) command -v "$word" || refuse "$2=$word: there is no such compiler here. \`make deps\` installs gcc and g++" ;;
        esac
        return
    done
}
cc_path=$(path_of "${cc#*ccache }" CC)
cxx_path=$(path_of "${cxx#*ccache }" CXX)
command -v addr2line >/dev/null ||
    refuse "addr2line is missing, which names the lines of mistakes: \`make deps\` installs it (package binutils)"

key=$(printf '%s\n' "$cc" "$cxx" && stat -L -c '%n %s %Y' "$cc_path" "$cxx_path" && pwd)
if [ "$(cat "$kept" 2>/dev/null)" = "$key" ]; then
    exit 0
fi

# $1: a command, $2: a language, $3: its name as a variable of make, $4: the package with its headers, $5: an #include
try() {
    # shellcheck disable=SC2086 # a command of several words
    said=$(printf '#ifdef __clang__\nclang __clang_major__\n#else\ngcc __GNUC__\n#endif\n' | $1 -E -P -x "$2" - 2>&1) ||
        refuse "$3=$1 does not work: $(printf '%s' "$said" | head -n 1)"
    version=${said##* }
    case $said in
    *"clang "*) least=14 kind=clang ;;
    *) least=11 kind=gcc ;;
    esac
    case $version in
    '' | *[!0-9]*) refuse "$3=$1 is neither gcc nor clang" ;;
    esac
    if [ "$version" -lt "$least" ]; then
        refuse "$3=$1 is $kind $version, and this course needs gcc 11 or clang 14: install a newer one and name it, such as make CC=gcc-12 CXX=g++-12"
    fi
    # shellcheck disable=SC2086
    printf '#include <stdlib.h>\n%s\nint main(void) { return EXIT_SUCCESS; }\n' "$5" | $1 -x "$2" - -o /dev/null -lm 2>/dev/null ||
        refuse "$3=$1 cannot compile and link a program of three lines: \`make deps\` installs what it lacks (package $4)"
}
try "$cc" c CC libc6-dev ''
try "$cxx" c++ CXX g++ '#include <vector>'

# WSL: what is slow or does not work there.
case $(cat /proc/sys/kernel/osrelease 2>/dev/null) in
*-Microsoft) echo "This is WSL 1, where the emulated GPU is slow and no NVIDIA GPU works: \`wsl --set-version NAME 2\` in Windows" >&2 ;;
*microsoft*)
    case $PWD in
    /mnt/[a-z]/*) echo 'This is a Windows drive, on which WSL 2 builds several times as slowly: copy the course into your Linux home' >&2 ;;
    esac
    ;;
esac
mkdir -p build/machine
printf '%s\n' "$key" >"$kept.$$" && mv "$kept.$$" "$kept"
