// SPDX-License-Identifier: MIT
#define NAME tuned_split_16_f16
enum { WIDE = 16 };
#define BF16 false
#include "tuned_split.h"
