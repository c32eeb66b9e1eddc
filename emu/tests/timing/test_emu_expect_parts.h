// SPDX-License-Identifier: MIT
#ifndef TESTS_TEST_EMU_EXPECT_PARTS_H
#define TESTS_TEST_EMU_EXPECT_PARTS_H

#include "emu_api.h"

#ifdef __cplusplus
extern "C" {
#endif

// Of a kernel of test_emu_expect_parts.cu, as one whose sums a formula counts: so many blocks hand
// in a part of the same.
struct emu_expected expected_of(const char *kernel, int parts);

#ifdef __cplusplus
}
#endif

#endif
