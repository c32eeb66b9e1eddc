#!/bin/sh
# SPDX-License-Identifier: MIT
#
# attack_submission.sh FOLDER TOP: writes what a student could hand in for chapter 02: the right answer to 02_guard among
# attacks on a grader whose files are below TOP. The checks of graders hand it in. In the repository root, after `make
# learn-build`.
set -eu

there=$1 top=$2
mkdir -p "$there"
build/emu/bin/learn solution 02_guard --force >/dev/null || :
cp build/emu/learn/02_guard/solution.cu "$there/02_guard.cu"

begin='#include "learn/exercise.h"\n'
whole='void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb, float beta, float *C, int ldc)'
# $1: exercise, $2: its text
attack() { printf '%b' "$2" >"$there/$1.cu"; }
attack 02_beta "#include \"$top/seed.txt\"\n"
attack 02_coalesce "$begin#include <02_naive/exercises/coalesce.cu>\n"
attack 02_mixed_mn "$begin#include <stdlib.h>\n$whole { system(\"echo > $top/course/teach/grades.py\"); }\n"
attack 02_odd_ld "$begin#include <unistd.h>\n$whole { if (fork() == 0) for (;;) sleep(1); }\n"
attack 02_program "$begin#include <sys/socket.h>\n$whole { socket(2, 1, 0); }\n"
attack 02_tall "$begin#include <stdio.h>\n$whole { fopen(\"$top/results/results.json\", \"w\"); }\n"
attack 02_waves "$begin$whole { asm(\"syscall\" : : \"a\"(57)); }\n"
ln -sf "$top/seed.txt" "$there/02_wide_block.cu"
