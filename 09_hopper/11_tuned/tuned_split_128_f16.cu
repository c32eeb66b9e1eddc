// SPDX-License-Identifier: MIT
#define NAME tuned_split_128_f16
enum { WIDE = 128 };
#define BF16 false
#include "tuned_split.h"
