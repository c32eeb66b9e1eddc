// SPDX-License-Identifier: MIT
#define NAME tuned_split_32_f16
enum { WIDE = 32 };
#define BF16 false
#include "tuned_split.h"
