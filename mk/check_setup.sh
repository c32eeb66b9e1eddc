#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_setup.sh: a computer that lacks something gets one clear line and an exit status above 0. Computers are
# played by a PATH with chosen programs and by files in the place of the system's own.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir "$work/bin" "$work/tree"
for tool in sh awk cat cp cut date dirname env find grep head id ls make mkdir mktemp mv nproc printf pwd rm sed sort stat tail tr true uname; do
    path=$(command -v "$tool" || true)
    case $path in
    /*) ln -s "$path" "$work/bin/$tool" ;;
    esac
done
cp -r mk Makefile "$work/tree"

# $1: what is expected on stderr, in one line; the rest: a command, with nothing on PATH but what is in $work/bin
must_say() {
    wanted=$1
    shift
    if (cd "$work/tree" && env -i PATH="$work/bin" HOME="$work" OS_RELEASE="$work/release" "$@") >"$work/out" 2>"$work/err"; then
        echo "setup: '$*' should fail" >&2
        failed=1
    fi
    if ! grep -q -F -e "$wanted" "$work/err" || [ "$(grep -v -c -e '^machine: ' -e '\*\*\*' "$work/err")" -ne 1 ]; then
        { echo "setup: '$*' should say in one line: $wanted"; sed 's/^/    /' "$work/err"; } >&2
        failed=1
    fi
}

# $1: name, $2: version, $3: __GNUC__ or __clang_major__: a compiler that answers to that alone
pretend() {
    printf '#!/bin/sh\ncat >/dev/null\necho "%s %s"\n' "$3" "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

must_say "CC=gcc: there is no such compiler here. \`make deps\` installs" make GPU=emu build
pretend gcc 9 gcc
must_say "CXX=g++: there is no such compiler here. \`make deps\` installs" make GPU=emu build
pretend g++ 9 gcc
must_say "addr2line is missing" make GPU=emu build
pretend addr2line 1 addr2line
must_say "CC=gcc is gcc 9, and this course needs gcc 11 or clang 14" make GPU=emu build
pretend clang 13 clang
must_say "CC=clang is clang 13, and this course needs gcc 11 or clang 14" make GPU=emu CC=clang build
pretend gcc 12 gcc
must_say "CXX=g++ is gcc 9" make GPU=emu build
printf '#!/bin/sh\necho "cannot execute cc1" >&2\nexit 1\n' >"$work/bin/gcc"
must_say "CC=gcc does not work: cannot execute cc1" make GPU=emu build

# ---- Systems without apt --------------------------------------------------------------------------------

rm "$work/bin/gcc" "$work/bin/g++" "$work/bin/addr2line"
printf 'NAME="Fedora Linux"\nID=fedora\n' >"$work/release"
must_say "Please run: sudo dnf install gcc gcc-c++ binutils" mk/deps.sh
printf 'ID="rocky"\nID_LIKE="rhel centos fedora"\n' >"$work/release"
must_say "Please run: sudo dnf install gcc gcc-c++ binutils criterion-devel python3" mk/deps.sh test
printf 'NAME="Arch Linux"\nID=arch\n' >"$work/release"
must_say "Please run: sudo pacman -S --needed gcc binutils AUR:criterion python" mk/deps.sh test
rm "$work/release"
must_say "by the names that this system has for Debian's packages: gcc g++ binutils" mk/deps.sh

# ---- A tree that cannot be written ----------------------------------------------------------------------

if [ "$(id -u)" -ne 0 ]; then
    chmod -w "$work/tree"
    must_say "build/machine cannot be written" make GPU=emu build
    chmod +w "$work/tree"
fi

exit $failed
