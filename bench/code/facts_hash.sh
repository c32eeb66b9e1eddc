#!/bin/sh
# SPDX-License-Identifier: MIT
#
# facts_hash.sh: one number for all sources that the facts of kernels come from: chapters' kernels and
# what they include, without comments, however lines are broken.
set -eu
cd "$(dirname "$0")/../.."
find 0[2-9]_* 10_* common/device \( -name build -o -name exercises -o -name show -o -name commands -o -name predict \) -prune -o \
    -type f \( -name '*.cu' -o -name '*.h' \) -print | LC_ALL=C sort | xargs cat |
    ${CXX:-g++} -fpreprocessed -dD -E -P -x c++ - 2>/dev/null | tr -s '[:space:]' ' ' | cksum | cut -d' ' -f1
