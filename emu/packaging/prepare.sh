#!/bin/sh
# SPDX-License-Identifier: MIT
#
# prepare.sh ROOT: precompiles cuda_runtime.h for the emucc in ROOT/bin, which halves the time to compile a
# short program. The names are those of EMU_PREPARED in the Makefile.
set -eu

mkdir -p "$1/lib/headers"
for name in gnu++17 gnu++17_plain c++17_plain; do
    case $name in
    *_plain) plain=-D_GLIBCXX_BITS_SPECFUN_H=1 ;;
    *) plain= ;;
    esac
    "$1/bin/emucc" --prepare "-std=${name%_plain}" $plain -o "$1/lib/headers/$name"
done
