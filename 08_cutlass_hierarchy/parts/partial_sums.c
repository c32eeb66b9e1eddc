// SPDX-License-Identifier: MIT
#include "partial_sums.h"

#include "../../common/device/index.h"

enum { FLOAT4 = 4, LINE = PARTIAL_SUMS_ALIGN / (int)sizeof(float) };

struct partial_sums partial_sums(int m, int n, int parts, void *memory)
{
    struct partial_sums s = {(float *)memory, m, n, parts, ceil_div(n, FLOAT4) * FLOAT4, 0};
    const ptrdiff_t floats = row_major(m, 0, s.ld);
    s.stride = (floats + LINE - 1) / LINE * LINE;
    return s;
}

size_t partial_sums_bytes(int m, int n, int parts)
{
    return (size_t)partial_sums(m, n, parts, NULL).stride * (size_t)parts * sizeof(float);
}
