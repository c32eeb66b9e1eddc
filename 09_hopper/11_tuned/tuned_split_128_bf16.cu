// SPDX-License-Identifier: MIT
#define NAME tuned_split_128_bf16
enum { WIDE = 128 };
#define BF16 true
#include "tuned_split.h"
