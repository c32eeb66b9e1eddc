// SPDX-License-Identifier: MIT
//
// tiles_kernel.h: a kernel of tiles.h and its launcher. Included by a file that the build writes,
// after STEP, TYPE and TILE_NAME.
#define MANY_GPUS
#define TILES_GATHER "11_many_gpus/parts/tile_gather.h"
#define TILES_SCATTER "11_many_gpus/parts/tile_scatter.h"
#define TYPE_C HOPPER_C_BF16
#include "tiles.h"

// Buffers of a warpgroup for slices of C: as many as there is room for, and at least two, even if
// that costs a stage. Stores over a link take longer than stores to this GPU's memory; and all
// buffers but one are for rows that are fetched.
#define TILE_SHARED(stages, buffers) \
    ((stages) * (TUNED_OF(BM, TILE_NAME) + TUNED_OF(BN, TILE_NAME)) * HOPPER_ROW + \
     (buffers)*2 * HOPPER_ATOM * HOPPER_ROW + (2 << 10))
#define HAS_ROOM(less, buffers) \
    (TILE_SHARED(TUNED_OF(STAGES, TILE_NAME) - (less), buffers) <= TUNED_MOST_SHARED)
#define FEWER_STAGES (HAS_ROOM(0, 2) ? 0 : 1)
#define TILE_STAGES (TUNED_OF(STAGES, TILE_NAME) - FEWER_STAGES)
#define SLICE_BUFFERS (HAS_ROOM(FEWER_STAGES, 4) ? 4 : HAS_ROOM(FEWER_STAGES, 3) ? 3 : 2)

#include "../../09_hopper/11_tuned/tuned_tile.h"

#define TILES_JOIN(step, name) step##name
#define TILES_NAME(step, name) TILES_JOIN(step, name)
#define TILES_KERNEL TILES_NAME(STEP, _kernel)

__global__ void __launch_bounds__(THREADS, 1) OF_CLUSTER
    TILES_KERNEL(const __grid_constant__ struct tiles_params p)
{
    signal_peers(&p.g);
    c_tiles(&p.g, false, true);
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
