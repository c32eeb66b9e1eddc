// expect: ok
// SPDX-License-Identifier: MIT
//
// tensormap.replace: each block takes the map of a template, changes it to its own matrix in shared
// memory, publishes it in global memory, and copies by it.
#include <cuda.h>
#include <cuda/ptx>

#include "check.h"

namespace ptx = cuda::ptx;

enum { ROWS = 8, COLUMNS = 16, BOX = 4, BLOCKS = 3 };

__device__ unsigned at(const void *shared) { return (unsigned)__cvta_generic_to_shared(shared); }

__global__ void copy(const __grid_constant__ CUtensorMap first, CUtensorMap *maps, int *matrices,
                     int *out)
{
    __shared__ alignas(128) CUtensorMap own;
    __shared__ alignas(128) int tile[BOX][COLUMNS];
    __shared__ uint64_t full;
    const int t = (int)threadIdx.x;
    ((unsigned *)&own)[t] = ((const unsigned *)&first)[t];
    __syncwarp();
    if (t == 0) {
        // BLOCKS matrices one after another, each of fewer rows than the one before.
        const unsigned long long to = (unsigned long long)(matrices + blockIdx.x * ROWS * COLUMNS);
        asm volatile(
            "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at(&own)),
            "l"(to)
            : "memory");
        asm volatile(
            "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at(&own)),
            "r"(BOX - (int)blockIdx.x)
            : "memory");
        asm volatile(
            "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;\n"
            "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %2;\n"
            "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 1;\n"
            "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 3;\n"
            "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 0;\n"
            "tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;" ::"r"(at(&own)),
            "r"(BOX), "l"((unsigned long long)COLUMNS * 4)
            : "memory");
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncwarp();
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync."
                 "aligned [%0], [%1], 128;" ::"l"(maps + blockIdx.x),
                 "r"(at(&own))
                 : "memory");
    if (t == 0) {
        const int32_t place[2] = {0, 0};
        ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_gpu, maps + blockIdx.x,
                                           ptx::n32_t<128>());
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       sizeof tile);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, maps + blockIdx.x,
                                  place, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, 0))
        ;
    for (int i = t; i < BOX * COLUMNS; i += 32)
        out[blockIdx.x * BOX * COLUMNS + i] = tile[i / COLUMNS][i % COLUMNS];
}

int main()
{
    const int count = BLOCKS * ROWS * COLUMNS;
    int *d, *out, host[count];
    CUtensorMap map, *maps;
    const cuuint64_t sizes[2] = {COLUMNS, 1}, strides[1] = {2 * COLUMNS * sizeof(int)};
    const cuuint32_t box[2] = {COLUMNS, 1}, steps[2] = {1, 1};
    cudaMalloc(&d, sizeof host);
    cudaMalloc(&out, BLOCKS * BOX * COLUMNS * sizeof(int));
    cudaMalloc(&maps, BLOCKS * sizeof *maps);
    for (int i = 0; i < count; i++)
        host[i] = i + 1;
    cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
    HOST_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, d, sizes, strides,
                                      box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    copy<<<BLOCKS, 32>>>(map, maps, d, out);
    cudaMemcpy(host, out, BLOCKS * BOX * COLUMNS * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < BOX * COLUMNS; i++)
            HOST_CHECK(host[b * BOX * COLUMNS + i] ==
                       (i / COLUMNS < BOX - b ? b * ROWS * COLUMNS + i + 1 : 0));
    cudaFree(d);
    cudaFree(out);
    cudaFree(maps);
    return check_result();
}
