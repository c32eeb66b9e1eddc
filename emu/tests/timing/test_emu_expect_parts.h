// SPDX-License-Identifier: MIT
#ifndef TESTS_TEST_EMU_EXPECT_PARTS_H
#define TESTS_TEST_EMU_EXPECT_PARTS_H

#include "emu_api.h"

#ifdef __cplusplus
extern "C" {
#endif

// Returns the expected time of a kernel of test_emu_expect_parts.cu whose multiply-adds a formula
// counts: `parts` blocks each compute a part of one result.
struct emu_expected expected_of(const char *kernel, int parts);

#ifdef __cplusplus
}
#endif

#endif
