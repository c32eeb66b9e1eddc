// SPDX-License-Identifier: MIT
//
// 5_reduce_tile: the same sum by tiles: one atomic addition for each block.
//
// What changed: a block squares whole tiles and adds them element by element, in registers. Only at
// the end its threads add their sums, through shuffles and shared memory (tile_sum), and one of
// them adds the total to the result.
//
// The kernel is in reduce_body.h: 256 threads with 16 doubles each have 8 loads of 128 bits in
// flight in every thread. --blocks compares other sizes, those of the tile text among them: one
// element a thread, 256 or 128 threads.
//
// Expect: the speed of the memory.
#include <limits.h>

#include "../common/device/cuda_check.h"
#include "tiles.h"

#define REDUCE reduce_tile
#define REDUCE_BLOCK REDUCE_THREADS
#define REDUCE_EACH REDUCE_VALUES
#include "parts/reduce_body.h"

void tiles_reduce_tile(int m, int n, const void *A, int lda, void *result)
{
    if (lda == n && m > 1 && (long long)m * n <= INT_MAX) { // no gaps: one long row
        n *= m;
        lda = n;
        m = 1;
    }
    CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof(double)));
    const long long tiles = (long long)m * ceil_div(n, reduce_tile_tile_size);
    if (tiles == 0)
        return;
    const int blocks = tiles < REDUCE_MAX_BLOCKS ? (int)tiles : REDUCE_MAX_BLOCKS;
    reduce_tile<<<blocks, REDUCE_THREADS>>>(m, n, (const double *)A, lda, (double *)result);
    CUDA_CHECK_LAUNCH();
}
