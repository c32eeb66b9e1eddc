// SPDX-License-Identifier: MIT
//
// The kernel of 5_reduce_tile for the sizes that --blocks compares. One element a thread is the
// tile text's way: t = tile(a a), s = tile_sum(t), tile_atomic_add(result, s).
#include "blocks.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"

#define REDUCE reduce_64x1
#define REDUCE_BLOCK 64
#define REDUCE_EACH 1
#include "../parts/reduce_body.h"

#define REDUCE reduce_128x1
#define REDUCE_BLOCK 128
#define REDUCE_EACH 1
#include "../parts/reduce_body.h"

#define REDUCE reduce_256x1
#define REDUCE_BLOCK 256
#define REDUCE_EACH 1
#include "../parts/reduce_body.h"

#define REDUCE reduce_512x1
#define REDUCE_BLOCK 512
#define REDUCE_EACH 1
#include "../parts/reduce_body.h"

#define REDUCE reduce_1024x1
#define REDUCE_BLOCK 1024
#define REDUCE_EACH 1
#include "../parts/reduce_body.h"

#define REDUCE reduce_128x4
#define REDUCE_BLOCK 128
#define REDUCE_EACH 4
#include "../parts/reduce_body.h"

#define REDUCE reduce_256x4
#define REDUCE_BLOCK 256
#define REDUCE_EACH 4
#include "../parts/reduce_body.h"

#define REDUCE reduce_128x16
#define REDUCE_BLOCK 128
#define REDUCE_EACH 16
#include "../parts/reduce_body.h"

#define REDUCE reduce_256x16
#define REDUCE_BLOCK 256
#define REDUCE_EACH 16
#include "../parts/reduce_body.h"

#define REDUCE reduce_512x16
#define REDUCE_BLOCK 512
#define REDUCE_EACH 16
#include "../parts/reduce_body.h"

static const struct {
    int threads, values;
    void (*kernel)(int m, int n, const double *A, int lda, double *result);
} shapes[BLOCK_SHAPES] = {
    {64, 1, reduce_64x1},     {128, 1, reduce_128x1},   {256, 1, reduce_256x1},
    {512, 1, reduce_512x1},   {1024, 1, reduce_1024x1}, {128, 4, reduce_128x4},
    {256, 4, reduce_256x4},   {128, 16, reduce_128x16}, {256, 16, reduce_256x16},
    {512, 16, reduce_512x16},
};

struct block_shape block_shape(int shape, int elements)
{
    const struct block_shape s = {shapes[shape].threads, shapes[shape].values,
                                  ceil_div(elements, shapes[shape].threads * shapes[shape].values)};
    return s;
}

void block_reduce(int shape, int elements, const double *A, double *result)
{
    const struct block_shape s = block_shape(shape, elements);
    CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof *result));
    shapes[shape].kernel<<<s.blocks, s.threads>>>(1, elements, A, elements, result);
    CUDA_CHECK_LAUNCH();
}
