// SPDX-License-Identifier: MIT
#include "partial_sums.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"

enum { WARP = 32, FLOAT4 = 4, LINE = PARTIAL_SUMS_ALIGN / (int)sizeof(float) };

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

// One element per thread: its loads do not depend on each other, and even a small C has enough
// threads to hide their latency.
__global__ void __launch_bounds__(REDUCE_ROWS *WARP)
    reduce_partial_sums(struct partial_sums s, enum epilogue_function function, struct epilogue e,
                        float *C, int ldc)
{
    const int across = ceil_div(s.n, WARP);
    const int row = (int)blockIdx.x / across * REDUCE_ROWS + (int)threadIdx.x / WARP;
    const int col = (int)blockIdx.x % across * WARP + (int)threadIdx.x % WARP;
    if (row >= s.m || col >= s.n)
        return;
    const float *from = s.memory + row_major(row, col, s.ld);
    float *const c = C + row_major(row, col, ldc);
    const float old = e.beta != 0 ? *(const float *)epilogue_source(&e, c, row, col) : 0;
    float sum = *from;
#pragma unroll 8
    for (int part = 1; part < s.parts; part++)
        sum += from[part * s.stride];
    *c = epilogue_value(function, &e, sum, old, row, col);
}

void partial_sums_reduce(const struct partial_sums *s, enum epilogue_function function,
                         const struct epilogue *e, float *C, int ldc)
{
    const int blocks = ceil_div(s->m, REDUCE_ROWS) * ceil_div(s->n, WARP);
    reduce_partial_sums<<<blocks, REDUCE_ROWS * WARP>>>(*s, function, *e, C, ldc);
    CUDA_CHECK_LAUNCH();
}
