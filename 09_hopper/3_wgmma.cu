// SPDX-License-Identifier: MIT
//
// 3_wgmma: one instruction multiplies 64 x 128 x 16, and reads A and B from shared memory itself.
//
// What changed since chapter 08: no fragments and no ldmatrix. The four warps of a block issue
// wgmma together. A descriptor says where the tiles begin and how they are swizzled. wgmma runs
// asynchronously and reads shared memory through the asynchronous proxy. It does not see the stores
// of a thread until that thread has executed fence_proxy_async().
//
// The price: as in 08/1, a block copies, then multiplies, then copies. Three blocks share an SM, so
// that one can multiply while two copy.
//
// Expect: no ldmatrix, and a hundredth of the instructions for each product.
#include "parts/shared.h"
#include "parts/store.h"

enum { BM = 128, BN = 128, THREADS = HOPPER_WARPGROUP };

struct tiles {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};

// Prepares the copies of an operand's tiles: an MN-major tile is two, one for each 64 of m (n).
static __device__ __forceinline__ void begin(struct tile_copy copy[2], struct operand_tile t,
                                             struct gemm_operand o, int row)
{
#pragma unroll
    for (int block = 0; block < 2; block++) {
        copy[block] = (struct tile_copy){.tile = swizzled_tile(t.k_major ? t.rows : 64, HOPPER_BK),
                                         .threads = THREADS,
                                         .element = sizeof(uint16_t),
                                         .by = BY_VECTOR,
                                         .k_major = t.k_major};
        const int at = row + block * HOPPER_ATOM;
        copy_begin(&copy[block], o, t.k_major ? row : 0, t.k_major ? 0 : at);
    }
}

static __device__ __forceinline__ void copy_tile(unsigned char *tile, struct operand_tile t,
                                                 struct tile_copy copy[2])
{
    copy_next(tile, &copy[0]);
    if (!t.k_major)
        copy_next(tile + HOPPER_ATOM * HOPPER_ROW, &copy[1]);
}

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    struct tiles *const shared = (struct tiles *)aligned_shared();
    const struct operand_tile a_tile = {BM, !trans_a}, b_tile = {BN, trans_b};
    const int row = (int)blockIdx.x / p->tiles_n * BM, col = (int)blockIdx.x % p->tiles_n * BN;

    float acc[2][BN / 2]; // 64 rows each; the first product sets them
    struct tile_copy a[2], b[2];
    begin(a, a_tile, p->A, row);
    begin(b, b_tile, p->B, col);
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        copy_tile(shared->A, a_tile, a);
        copy_tile(shared->B, b_tile, b);
        fence_proxy_async(); // makes this thread's stores visible to wgmma
        __syncthreads();     // and every other thread has fenced, too
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 2; i++)
            multiply_tile(acc[i], shared->A, a_tile, i * 64, shared->B, b_tile, k_tile > 0);
        wgmma_commit_group();
        wgmma_wait_group(0); // the sums are complete, and wgmma no longer reads the tiles
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
        store_sums(p, acc[i], BN, row + i * 64, col);
}

#define STEP hopper_wgmma
#define SHARED_BYTES sizeof(struct tiles)
#define BY_THREADS true
#include "parts/launch.h"
