// SPDX-License-Identifier: MIT
#ifndef TESTS_TEST_EMU_EXPECT_KINDS_H
#define TESTS_TEST_EMU_EXPECT_KINDS_H

#ifdef __cplusplus
extern "C" {
#endif

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
