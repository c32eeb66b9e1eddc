// SPDX-License-Identifier: MIT
#ifndef TESTS_TEST_EMU_EXPECT_CODE_H
#define TESTS_TEST_EMU_EXPECT_CODE_H

#ifdef __cplusplus
extern "C" {
#endif

// Returns the expected time of a kernel of test_emu_expect_code.cu. *why_not: NULL if there is one.
double expected_us(const char *kernel, unsigned blocks, unsigned threads, int n,
                   const char **why_not);

#ifdef __cplusplus
}
#endif

#endif
