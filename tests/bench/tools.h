// SPDX-License-Identifier: MIT
//
// tools.h: for the tests of bench/: its programs and scripts, run as a user would.
#ifndef TESTS_BENCH_TOOLS_H
#define TESTS_BENCH_TOOLS_H

#include "../support/cli.h"

// The benchmark, with these words.
struct run run_gemm(const char *words);

// A shell's command line in the root of the repository.
struct run shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Asserts the exit status, and what stdout and stderr hold; frees the run.
void must(struct run run, int status, const char *out_has, const char *err_has);

#endif
