// SPDX-License-Identifier: MIT
#define NAME tuned_split_16_bf16
enum { WIDE = 16 };
#define BF16 true
#include "tuned_split.h"
