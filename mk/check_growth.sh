#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_growth.sh CHAPTER...: does the course grow as CONTRIBUTING.md says? A copy of the tree, with
# what is built, gets a step in chapter 02 (one file, one row) and a chapter 99; then both must be in
# every list that is made, and what is written by hand must be asked for. Run in the repository root,
# with the emulated GPU built; exits 1, with a line for each place where they are not.
set -eu

unset MAKEFLAGS MFLAGS MAKELEVEL
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# With the times of all files: so that only the additions are compiled.
tar -c --format=posix --warning=no-file-changed --exclude='./.git' --exclude='./build/cuda' --exclude='./build/*/pictures' --exclude='./build/emu/lib/headers' \
    --exclude='./build/emu/tests/*/test_*' --exclude='./build/emu/emu/tests/*/test_*' --exclude='./build/emu/learn/tests/test_*' . | tar -x -C "$tree"
cd "$tree"

failed=0
complain() {
    echo "growth: $*" >&2
    failed=1
}

# $1: what is looked for, $2: where; stdin: the text to search, read to its end so that its writer does not fail.
must_have() {
    grep -e "$1" >/dev/null || complain "$2 lacks $1"
}

emu() {
    make -s GPU=emu "$@" 2>"$tree/said" || { cat "$tree/said" >&2; complain "make $*: failed"; }
}

# ---- A step: one file, one row, and its declaration ------------------------------------------------

sed 's/coalesced/toy/g' 02_naive/2_coalesced.cu >02_naive/3_toy.cu
sed -i 's/^sgemm_nn_fn naive_uncoalesced,/& naive_toy,/' 02_naive/naive.h
awk '/^};/ && !done++ { print "    {.name = \"3_toy\", .teaches = \"to grow\", .run.sgemm_nn = naive_toy}," } { print }' \
    02_naive/main.c >"$tree/main.c"
mv "$tree/main.c" 02_naive/main.c

# ---- A chapter: a folder, and one word in the Makefile ---------------------------------------------

mkdir 99_toy
sed 's/coalesced/chapter/g; s/naive\.h/toy.h/; s/naive_/toy_/g; s/NAIVE_/TOY_/g' 02_naive/2_coalesced.cu >99_toy/1_chapter.cu
cat >99_toy/toy.h <<'EOF'
// SPDX-License-Identifier: MIT
#include "../common/step/step.h"
enum { TOY_BLOCK = 16, TOY_MAX_ROWS = 65535 * TOY_BLOCK };
#ifdef __cplusplus
extern "C"
#endif
sgemm_nn_fn toy_chapter;
EOF
cat >99_toy/main.c <<'EOF'
// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "toy.h"
static struct step steps[] = {{.name = "1_chapter", .teaches = "to grow", .run.sgemm_nn = toy_chapter}};
const struct chapter chapter_99_toy = {
    .name = "99_toy",
    .title = "a toy",
    .table = steps,
    .step_count = 1,
    .defaults = {.type_ab = DTYPE_F32, .type_c = DTYPE_F32},
    .default_size_emulated = 16,
    .default_size_gpu = 16,
};
int main(int argc, char **argv) { return chapter_main(&chapter_99_toy, argc, argv); }
EOF
cp 02_naive/Makefile 99_toy/Makefile
echo '# 99 Toy' >99_toy/README.md
sed -i '/^CHAPTERS :=/,/[^\\]$/ s/[^\\]$/& 99_toy/' Makefile

# ---- Are they everywhere? --------------------------------------------------------------------------

emu 02 ARGS='--size 20' | must_have '^3_toy  *ok' 'make 02'
emu -C 99_toy run | must_have '^1_chapter  *ok' 'make -C 99_toy run'
make -n GPU=emu run 2>/dev/null | must_have '99_toy' 'make run'
make help | must_have '99_toy' 'make help'
make diff STEP=02/3 | must_have '02_naive/3_toy.cu' 'make diff STEP=02/3'
make diff STEP=99/1 | must_have '99_toy begins' 'make diff STEP=99/1'
emu build/emu/bench/gemm/gemm
for step in 02_naive/3_toy 99_toy/1_chapter; do
    build/emu/bench/gemm/gemm --check --shapes 0 --sizes 20 --step "${step%%_*}/${step##*/}" |
        must_have "$step" bench/gemm
done

# The tests go by their numbers over all steps of the course.
mkdir -p tests/toy
cat >tests/toy/test_toy.c <<'EOF'
#include <criterion/criterion.h>
#include <stdio.h>
#include "../support/chapters.h"
Test(toy, steps)
{
    const struct chapter *chapter;
    for (int i = 0; i < step_total(); i++)
        fprintf(stderr, "%s\n", step_number(i, &chapter)->name);
}
EOF
emu build/emu/tests/toy/test_toy
build/emu/tests/toy/test_toy >"$tree/steps" 2>&1
for step in 3_toy 1_chapter; do
    must_have "$step" 'the list that the tests go over' <"$tree/steps"
done

# What is written by hand asks for them, and is content when they are there.
missing=$(mk/check_chapters.sh build/emu "$@" 99_toy 2>&1) && complain 'no check requires a row for 99_toy'
for list in 'the table in README.md' docs/ladder.awk 'README.md does not speak of'; do
    echo "$missing" | must_have "$list" 'what check_chapters.sh asks for'
done
last=$(grep -n '^| \[[0-9][0-9]_' README.md | tail -n 1 | cut -d : -f 1)
sed -i "${last}a | [99_toy](99_toy/README.md) | a toy |" README.md
echo 'Counted: the twelve chapters, the eleven chapters, the ten chapters.' >>README.md
sed -i '/^    WIDTH = /i \    add("99", "toy", "to grow", "toys")' docs/ladder.awk
mk/check_chapters.sh build/emu "$@" 99_toy || complain 'check_chapters.sh is not content'
exit $failed
