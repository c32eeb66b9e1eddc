// SPDX-License-Identifier: MIT
//
// 12_double: the source of step 11 for float64.
//
// What changed: the type. A vector holds half as many elements, so a tile is half as wide, the peak
// is half as high, and the same bytes of cache hold half as many elements: all of it follows from
// sizeof(real).
#define REAL_IS_DOUBLE
#define TUNED_GEMM cpu_tuned_f64
#include "11_tuned.c"
