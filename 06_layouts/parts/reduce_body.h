// SPDX-License-Identifier: MIT
//
// reduce_body.h: the kernel of 5_reduce_tile, made for one size of block, after
//
//     REDUCE          its name
//     REDUCE_BLOCK    threads of a block
//     REDUCE_EACH     elements of a thread at a time
//
// A block takes every gridDim.x-th tile.
#include "../../common/device/index.h"
#include "../../common/device/tile/tile.h"

#define REDUCE_NAME(suffix) TILE_JOIN(REDUCE, suffix)

#define TILE REDUCE_NAME(_tile)
#define TILE_ELEMENT double
#define TILE_SHAPE (REDUCE_BLOCK * REDUCE_EACH)
#define TILE_THREADS REDUCE_BLOCK
#include "../../common/device/tile/define_tile.h"

static __device__ __forceinline__ double REDUCE_NAME(_square)(double x) { return x * x; }

static __global__ void __launch_bounds__(REDUCE_BLOCK)
    REDUCE(int m, int n, const double *A, int lda, double *result)
{
    const int across = ceil_div(n, REDUCE_NAME(_tile_size));
    const long long tiles = (long long)m * across;
    struct REDUCE_NAME(_tile) sum = REDUCE_NAME(_tile_zeros)();
    for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const struct tile_at at =
            at_2((int)(tile / across), (int)(tile % across) * REDUCE_NAME(_tile_size));
        struct REDUCE_NAME(_tile) t = REDUCE_NAME(_tile_load)(A, matrix_view(m, n, lda), at);
        sum = REDUCE_NAME(_tile_add)(sum, REDUCE_NAME(_tile_map)(t, REDUCE_NAME(_square)));
    }
    REDUCE_NAME(_tile_atomic_add_one)(result, REDUCE_NAME(_tile_sum)(sum));
}

#undef REDUCE_NAME
#undef REDUCE
#undef REDUCE_BLOCK
#undef REDUCE_EACH
