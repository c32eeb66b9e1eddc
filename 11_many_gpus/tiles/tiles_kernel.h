// SPDX-License-Identifier: MIT
//
// tiles_kernel.h: a kernel of tiles.h and its launcher. Included by a file that the build writes,
// after STEP, TILE_NAME and OPERATION.
//
// The operation is a literal, so a kernel contains the code of one operation. With the code of all
// three, ptxas spilled registers and computed wgmma's descriptors in the registers of each thread.
// Now the loop of the products is chapter 09's, and nothing is spilled.
#define MANY_GPUS
#define TILES_GATHER "11_many_gpus/tiles/tile_gather.h"
#define TILES_SCATTER "11_many_gpus/tiles/tile_scatter.h"
#define TILES_GRID "11_many_gpus/tiles/tile_grid.h"
#define C_16 true
#include "tiles.h"

enum { GATHERS = OPERATION == MANY_ALL_GATHER, SCATTERS = OPERATION == MANY_REDUCE_SCATTER };
enum { ON_GRID = OPERATION == MANY_GRID };

// Buffers of a warpgroup for slices of C: as many as there is room for. Stores over a link take
// longer than stores to this GPU's memory.
#define TILE_SHARED(buffers) \
    (TUNED_OF(STAGES, TILE_NAME) * (TUNED_OF(BM, TILE_NAME) + TUNED_OF(BN, TILE_NAME)) * \
         HOPPER_ROW + \
     (buffers)*2 * HOPPER_ATOM * HOPPER_ROW + (2 << 10))
#define SLICE_BUFFERS \
    (TILE_SHARED(4) <= TUNED_MOST_SHARED   ? 4 \
     : TILE_SHARED(3) <= TUNED_MOST_SHARED ? 3 \
     : TILE_SHARED(2) <= TUNED_MOST_SHARED ? 2 \
                                           : 1)

#include "../../09_hopper/11_tuned/tuned_tile.h"

#define TILES_JOIN(step, name) step##name
#define TILES_NAME(step, name) TILES_JOIN(step, name)
#define TILES_KERNEL TILES_NAME(STEP, _kernel)

__global__ void __launch_bounds__(THREADS, 1) OF_CLUSTER
    TILES_KERNEL(const __grid_constant__ struct tiles_params p)
{
    signal_peers(&p.g);
    c_tiles(&p.g, (struct operands){false, true, WGMMA_OF_BF16});
    wait_for_peers(&p.g);
}

void STEP(const struct tiles_params *p, cudaStream_t stream)
{
    const int bytes = (int)sizeof(struct ring) + TILE_ALIGN;
    const int all = hopper_clusters(CLUSTER) * CLUSTER; // blocks that run at the same time
    const int tiles = p->g.tiles_m * p->g.tiles_n * CLUSTER;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)TILES_KERNEL,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    TILES_KERNEL<<<p->fetches ? all : smaller(tiles, all), THREADS, bytes, stream>>>(*p);
    CUDA_CHECK_LAUNCH();
}
