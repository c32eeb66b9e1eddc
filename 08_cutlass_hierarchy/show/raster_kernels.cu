// SPDX-License-Identifier: MIT
//
// raster_kernels.cu: the loop of 5_rasterize; a table has the tile of each block.
#define NO_LAUNCHER
#include "../5_rasterize.cu"

#include "../../common/device/cuda_check.h"
#include "raster_kernels.h"

__global__ void __launch_bounds__(THREADS)
    hgemm_by_table(struct hier_params p, const struct tile_place *places)
{
    c_tile_at(&p, places[blockIdx.x], false, true);
}

void hgemm_in_order(const struct tile_place *places, const struct gemm *g)
{
    enum { BYTES = STAGES * sizeof(struct shared_storage) };
    const struct hier_params p = hier_params(hier_copies(COPY_ASYNC, false), g);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)hgemm_by_table,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES));
    hgemm_by_table<<<p.tiles_m * p.tiles_n, THREADS, BYTES>>>(p, places);
    CUDA_CHECK_LAUNCH();
}
