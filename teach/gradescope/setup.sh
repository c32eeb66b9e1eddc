#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Gradescope runs this once, when the image is made: compilers, and the emulated GPU built.
set -eu
apt-get update
apt-get install -y --no-install-recommends make gcc g++ binutils python3 bubblewrap
cd "${AUTOGRADER:-/autograder}/source"
mkdir -p course
tar xf course.tar -C course
make -C course GPU=emu learn-build
