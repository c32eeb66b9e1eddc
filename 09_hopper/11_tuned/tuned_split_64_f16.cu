// SPDX-License-Identifier: MIT
#define NAME tuned_split_64_f16
enum { WIDE = 64 };
#define BF16 false
#include "tuned_split.h"
