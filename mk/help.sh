#!/bin/sh
# SPDX-License-Identifier: MIT
#
# help.sh CHAPTER...: lists the goals of the Makefile, from the "## " comments beside them.
set -eu

bold='' plain=''
if [ -t 1 ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

echo "Matrix multiplication in CUDA, from three loops to the speed of cuBLAS."
echo
echo "${bold}make GOAL...${plain}"
# "##@ Text" starts a section, "goal: ... ## text" is an entry, also behind a # of its own.
awk -v bold="$bold" -v plain="$plain" '
    /^##@ / { printf "\n%s%s%s\n", bold, substr($0, 5), plain; next }
    /^#?[A-Za-z0-9_-]+:.*## / {
        goal = $0; sub(/^#/, "", goal); sub(/:.*/, "", goal)
        text = $0; sub(/.*## /, "", text)
        printf "  %-12s %s\n", goal, text
    }' mk/learn.mk mk/teach.mk mk/chapters.mk mk/tests.mk mk/bench.mk mk/gemm.mk mk/cpu.mk mk/tools.mk mk/house.mk mk/lessons.mk mk/moving.mk mk/book.mk mk/explorer.mk mk/goals.mk

cat <<EOF

${bold}Settings${plain}
  GPU=auto     the machine: cuda, emu (the emulated GPU), or auto: CUDA where a tiny kernel ran
  ARCH=90      compute capability to compile for (this GPU's own; 90 where there is none)
  ARGS="..."   what the chapters' programs are given: make 02 ARGS="--size 512 --format csv"
  STEP=05/6    the step, for diff and sass
  EX=04_pad    the exercise, for check, hint and solution
  RESULTS=f    the file that bench writes and plots and tables are made from
  ONLY="..."   the test programs to run: make test ONLY="npy options"
  V=1          show whole command lines

${bold}Chapters${plain}
EOF
for chapter in "$@"; do
    printf '  %-12s %s\n' "make ${chapter%%_*}" "$chapter"
done
