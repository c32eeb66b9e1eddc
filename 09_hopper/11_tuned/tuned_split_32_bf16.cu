// SPDX-License-Identifier: MIT
#define NAME tuned_split_32_bf16
enum { WIDE = 32 };
#define BF16 true
#include "tuned_split.h"
