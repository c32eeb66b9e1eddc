// SPDX-License-Identifier: MIT
//
// expect.h: the tests of expected times call these functions of the .cu file of the same name,
// which launch its kernels.
#ifndef TESTS_EXPECT_H
#define TESTS_EXPECT_H

#include "emu_api.h"

#ifdef __cplusplus
extern "C" {
#endif

// Returns the expected time of a kernel of test_emu_expect_code.cu. *why_not: NULL if there is one.
double expected_us(const char *kernel, unsigned blocks, unsigned threads, int n,
                   const char **why_not);

// Returns the expected time of a kernel of test_emu_expect_parts.cu whose multiply-adds a formula
// counts: `parts` blocks each compute a part of one result.
struct emu_expected expected_of(const char *kernel, int parts);

struct expected_kind {
    const char *name, *because;
    double us, least, most; // expected; and the range that it must be in
    double measured;        // on an H100
    const char *why_not;
};
// The i-th kernel of validate/time_kernels.h. Returns false if there is none.
int expected_kind(int i, struct expected_kind *kind);

#ifdef __cplusplus
}
#endif
#endif
