// SPDX-License-Identifier: MIT
#define STEP tuned_split_64_f16
enum { WIDE = 64 };
#define TYPE WGMMA_OF_F16
#include "tuned_split.h"
