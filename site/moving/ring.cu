// SPDX-License-Identifier: MIT
//
// ring.cu: a warp that loads, a warp that adds, and a ring of one to four stages between them: the
// loop of 09/5. Traced for the moving pictures (mk/moving.mk).
#include "09_hopper/parts/ring.h"
#include "common/device/ptx/mbarrier.h"
#include "common/device/ptx/tma.h"
#include "common/device/tensor_map.h"

enum { WARP = 32, ROWS = 4, TILES = 10, MOST = 4 };

static __device__ __forceinline__ void load(const CUtensorMap *A, float (*slices)[ROWS][WARP],
                                            uint64_t *full, uint64_t *empty, int stages)
{
    struct ring_place at = {0, 1};
    for (int tile = 0; tile < TILES; tile++) {
        mbarrier_wait_parity(&empty[at.stage], at.parity);
        fence_proxy_async(); // the adders have read through the other proxy
        mbarrier_arrive_expect_tx(&full[at.stage], sizeof(slices[0]));
        tma_load_2d(slices[at.stage], A, &full[at.stage], 0, tile * ROWS);
        ring_next(&at, stages);
    }
}

static __device__ __forceinline__ float add(const float (*slices)[ROWS][WARP], uint64_t *full,
                                            uint64_t *empty, int stages)
{
    struct ring_place at = {0, 0};
    const int lane = threadIdx.x % WARP;
    float sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
        mbarrier_wait_parity(&full[at.stage], at.parity);
        for (int row = 0; row < ROWS; row++)
            sum += slices[at.stage][row][lane];
        __syncwarp();
        if (lane == WARP - 1)
            mbarrier_arrive(&empty[at.stage]);
        ring_next(&at, stages);
    }
    return sum;
}

static __device__ __forceinline__ void ring(const CUtensorMap *A, float *C, int stages)
{
    __shared__ __align__(128) float slices[MOST][ROWS][WARP];
    __shared__ __align__(8) uint64_t full[MOST], empty[MOST];
    if (threadIdx.x == 0)
        ring_init(full, empty, stages, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        load(A, slices, full, empty, stages);
    else if (threadIdx.x >= WARP)
        C[threadIdx.x - WARP] = add(slices, full, empty, stages);
}

#define KERNEL(name, stages) \
    __global__ void name(const __grid_constant__ CUtensorMap A, float *C) { ring(&A, C, stages); }

KERNEL(ring_1, 1)
KERNEL(ring_2, 2)
KERNEL(ring_3, 3)
KERNEL(ring_4, 4)

int main(void)
{
    static float zeros[TILES * ROWS * WARP];
    static CUtensorMap map; // at a multiple of 64 bytes
    float *A, *C;
    cudaMalloc(&A, sizeof(zeros));
    cudaMalloc(&C, WARP * sizeof(float));
    cudaMemcpy(A, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    const struct tensor_map rows = {.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                                    .rank = 2,
                                    .address = A,
                                    .size = {WARP, TILES * ROWS},
                                    .stride = {WARP * sizeof(float)},
                                    .box = {WARP, ROWS}};
    if (tensor_map_encode(&rows, &map) != CUDA_SUCCESS)
        return 1;
    ring_1<<<1, 2 * WARP>>>(map, C);
    ring_2<<<1, 2 * WARP>>>(map, C);
    ring_3<<<1, 2 * WARP>>>(map, C);
    ring_4<<<1, 2 * WARP>>>(map, C);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(C);
    return error != cudaSuccess;
}
