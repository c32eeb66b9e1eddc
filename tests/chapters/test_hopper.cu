// SPDX-License-Identifier: MIT
//
// test_hopper.cu: the parts of chapter 09 in kernels, for test_hopper.c.
#include "test_hopper.h"

#include "../../09_hopper/parts/ring.h"
#include "../../09_hopper/parts/tile.h"
#include "../../common/device/cuda_check.h"

enum { ROWS = HOPPER_TILE_ROWS, SUMS = ROWS / 2 }; // of a thread

static __global__ void ring_places(int parity, int stages, int count, int *out)
{
    struct ring_place at = {0, parity};
    for (int i = 0; i < count; i++) {
        out[2 * i] = at.stage;
        out[2 * i + 1] = at.parity;
        ring_next(&at, stages);
    }
}

void hopper_ring_places(int parity, int stages, int count, int *out)
{
    ring_places<<<1, 1>>>(parity, stages, count, out);
    CUDA_CHECK_LAUNCH();
}

static __global__ void bring(const __grid_constant__ struct hopper_params p, bool of_b,
                             bool k_major, int row, int k, uint16_t *out)
{
    __shared__ __align__(TILE_ALIGN) uint16_t tile[HOPPER_TILE];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        const struct operand_tile t = {ROWS, k_major};
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        load_tile((unsigned char *)tile, t, of_b ? &p.b : &p.a, &full, row, k);
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    for (int i = (int)threadIdx.x; i < HOPPER_TILE; i += (int)blockDim.x)
        out[i] = tile[i];
}

void hopper_bring(const struct gemm *g, bool of_b, int row, int k, uint16_t *out)
{
    const struct hopper_shape shape = {.bm = ROWS, .bn = ROWS, .down = 1};
    const bool k_major = of_b ? g->problem.trans_b : !g->problem.trans_a;
    bring<<<1, 32>>>(hopper_launch_packing_for(shape, g), of_b, k_major, row, k, out);
    CUDA_CHECK_LAUNCH();
}

// trans_a, trans_b: literals, as in a step.
static __device__ __forceinline__ void products(const uint16_t *As, const uint16_t *Bs,
                                                bool trans_a, bool trans_b, float *out)
{
    const struct operand_tile a_tile = {ROWS, !trans_a}, b_tile = {ROWS, trans_b};
    float acc[2][SUMS];
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 2; i++)
        multiply_tile(acc[i], (const unsigned char *)As, a_tile, i * HOPPER_ATOM,
                      (const unsigned char *)Bs, b_tile, false);
    wgmma_commit_group();
    wgmma_wait_group(0);
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int v = 0; v < SUMS; v++)
            out[(i * HOPPER_WARPGROUP + (int)threadIdx.x) * SUMS + v] = acc[i][v];
}

static __global__ void multiply(const uint16_t *a, const uint16_t *b, bool trans_a, bool trans_b,
                                float *out)
{
    __shared__ __align__(TILE_ALIGN) uint16_t As[HOPPER_TILE];
    __shared__ __align__(TILE_ALIGN) uint16_t Bs[HOPPER_TILE];
    for (int i = (int)threadIdx.x; i < HOPPER_TILE; i += (int)blockDim.x) {
        As[i] = a[i];
        Bs[i] = b[i];
    }
    fence_proxy_async();
    __syncthreads();
    if (trans_a && trans_b)
        products(As, Bs, true, true, out);
    else if (trans_a)
        products(As, Bs, true, false, out);
    else if (trans_b)
        products(As, Bs, false, true, out);
    else
        products(As, Bs, false, false, out);
}

void hopper_multiply(const uint16_t *a, const uint16_t *b, bool trans_a, bool trans_b, float *out)
{
    multiply<<<1, HOPPER_WARPGROUP>>>(a, b, trans_a, trans_b, out);
    CUDA_CHECK_LAUNCH();
}
