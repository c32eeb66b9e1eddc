#!/bin/sh
# SPDX-License-Identifier: MIT
#
# build.sh KIND OUT NEW COMMAND...: makes one file. The command writes NEW, which becomes OUT when it is
# whole: what is interrupted leaves nothing half done, and two `make` in one tree, or a program that
# runs while it is built again, do not disturb each other. NEW ends in something that no other build uses.
#
# Of the many files of a first build one line is shown, which counts them (to a file or a pipe, a line
# at 100, 200 ...); of a few each. BUILD names this `make`; KIND `-` shows nothing.
set -u

kind=$1 out=$2 new=$3
shift 3
case $out in
*/*) folder=${out%/*} ;;
*) folder=. ;;
esac
dependencies=${out%.o}.d
new_dependencies=$dependencies.${new##*.}

remove() { rm -f "$new" "$new_dependencies"; }
trap 'remove; exit 130' INT
trap 'remove; exit 143' TERM HUP

# A file as long as the number of files made by this make.
counted=${BUILD_DIR:-build}/progress.${BUILD:-0}
few=4

show() {
    if [ ! -e "$counted" ]; then
        rm -f "${BUILD_DIR:-build}"/progress.*
    fi
    printf . 2>/dev/null >>"$counted" || return
    dots=
    { read -r dots <"$counted"; } 2>/dev/null # its line has no end, so this reads it and fails
    n=${#dots}
    [ "$n" -gt 0 ] || return # another job has just removed it
    if [ "$n" -le "$few" ]; then
        printf '  %-5s %s\n' "$kind" "$out" >&2
    elif [ -t 2 ]; then # in the place of the line before
        printf '\033[A\033[K  [%d] %-5s %s\n' "$n" "$kind" "$out" >&2
    elif [ $((n % 100)) -eq 0 ]; then
        echo "  $n files made (make V=1 shows each command)" >&2
    fi
}

if ! { [ -d "$folder" ] || mkdir -p "$folder" 2>/dev/null; } || [ ! -w "$folder" ]; then
    echo "$folder cannot be written. Was it built by another user? Then remove build/ as that user" >&2
    exit 1
fi
if [ "$kind" != - ]; then
    show
fi

# What the compiler says goes through here, and it would not know that it is read on a screen.
case $kind in
CC | EMUCC) if [ -t 2 ]; then set -- "$@" -fdiagnostics-color=always; fi ;;
esac

status=0
{ said=$("$@" 2>&1 1>&3) || status=$?; } 3>&1
if [ -n "$said" ]; then
    printf '%s\n' "$said" >&2
    rm -f "$counted" # the last line stays on the screen
fi
# ptxas may give up overlapping wgmma with anything else, and only remarks on it.
case $kind:$said in
NVCC:*'(C7510)'* | NVCC:*'(C7511)'* | NVCC:*'(C7515)'*)
    echo "$out: ptxas has serialised wgmma (above); keep the sums out of reach between wgmma_fence() and wgmma_wait_group()" >&2
    status=1
    ;;
esac
if [ "$status" -eq 0 ] && mv -f "$new" "$out" &&
    { [ ! -e "$new_dependencies" ] || mv -f "$new_dependencies" "$dependencies"; }; then
    exit 0
fi
remove
# The compiler names a file in /tmp, or says nothing but that it failed.
if [ "$(df -kP "$folder" | awk 'END { print $4 }')" -lt 1024 ]; then
    echo "$out could not be written: the disk is full" >&2
fi
[ "$status" -ne 0 ] || status=1
exit "$status"
