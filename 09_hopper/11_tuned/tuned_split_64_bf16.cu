// SPDX-License-Identifier: MIT
#define NAME tuned_split_64_bf16
enum { WIDE = 64 };
#define BF16 true
#include "tuned_split.h"
