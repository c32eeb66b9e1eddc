// SPDX-License-Identifier: MIT
//
// text_gemm.cu: gemm_simple of the CuTe article, line for line in plain C, and what it leaves out.
// `07_tensor_core --text-gemm`. C (m x n) = A (m x k) times B (n x k) transposed, all in f16.
//
// The names are the article's, and a comment at the end of a line is the article's text. Two things
// that do not compile there are repaired: `++itle` in the loop, and a launch without <<< >>>.
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/ptx/ptx.h"
#include "../tensor_core.h"
#include "text_gemm.h"

#define TENSOR_ELEMENT half
#define TENSOR_NAME f16
#include "../../common/device/tensor_of.h"

enum { TILE_M = 128, TILE_N = 128, TILE_K = 32 }; // kTileM, kTileN, kTileK
enum { WARPS_M = 2, WARPS_N = 2 };                // make_layout(Shape<_2, _2, _1>{})
enum { THREADS = 32 * WARPS_M * WARPS_N };        // size(MMA{})
enum { ATOM_M = 16, ATOM_N = 8, ATOM_K = 16 };    // SM80_16x8x16_F16F16F16F16_TN

// How often a warp repeats the instruction: the article's MMA_M, MMA_N, MMA_K.
enum { REPEAT_M = TILE_M / (ATOM_M * WARPS_M) };
enum { REPEAT_N = TILE_N / (ATOM_N * WARPS_N) };
enum { REPEAT_K = TILE_K / ATOM_K };

// One thread's part of a tile: (MMA, MMA_M, MMA_K, num_tile_k). MMA, its values of one instruction,
// is not a strided mode; a thread-value layout maps them within `first`.
struct thread_part {
    struct tensor_f16 first;   // the first instruction's operand, from the thread's own place on
    struct tensor_layout rest; // (MMA_M, MMA_K, num_tile_k): steps to the next ones
};

// thr_mma.partition_A, _B and _C, by the differences between the three: the operand's extents in
// one instruction, how many warps there are along each mode, this thread's warp among them, and the
// operand's thread-value layout. Neighbouring warps have neighbouring instructions.
LAYOUT_INLINE struct thread_part partition(struct tensor_f16 tile, struct tuple atom,
                                           struct tuple warps, struct tuple warp,
                                           struct tv_literal tv)
{
    struct thread_part part;
    part.rest = tile.layout;
    TENSOR_UNROLL
    for (int i = 0; i < 2; i++) {
        part.rest.shape[i] = tile.layout.shape[i] / (atom.at[i] * warps.at[i]);
        part.rest.stride[i] = tile.layout.stride[i] * atom.at[i] * warps.at[i];
    }
    tile.layout.rank = 2; // tile(_, _, 0)
    const struct tensor_f16 of_warp = local_tile_f16(tile, atom, warp);
    part.first = partition_tv_f16(of_warp, tv, threadIdx.x % 32); // composition(of_warp, tv)
    return part;
}

// Value v of instruction (i, j) of tile number itile.
LAYOUT_INLINE half *value_of(struct thread_part part, struct tv_literal tv, int v, int i, int j,
                             int itile)
{
    const struct tuple at = {3, {i, j, itile, 0}};
    return value_at_f16(part.first, tv, v) + tensor_offset(part.rest, at);
}

// partition_fragment_A, _B, _C: as many registers, two halves in each.
union a_fragment {
    half value[8];
    uint32_t reg[4];
};
union b_fragment {
    half value[4];
    uint32_t reg[2];
};
union c_fragment {
    half value[4];
    uint32_t reg[2];
};

__global__ void gemm_simple(half *Cptr, half *Aptr, half *Bptr, int m, int n, int k)
{
    const struct tensor_f16 A = make_tensor_f16(Aptr, tensor_row_major(m, k, k));
    const struct tensor_f16 B = make_tensor_f16(Bptr, tensor_row_major(n, k, k));
    const struct tensor_f16 C = make_tensor_f16(Cptr, tensor_row_major(m, n, n));

    const int ix = blockIdx.x, iy = blockIdx.y;

    const struct tensor_f16 gA = local_tiles_f16(A, tuple2(TILE_M, TILE_K), tuple2(iy, ALL));
    const struct tensor_f16 gB = local_tiles_f16(B, tuple2(TILE_N, TILE_K), tuple2(ix, ALL));
    const struct tensor_f16 gC = local_tiles_f16(C, tuple2(TILE_M, TILE_N), tuple2(iy, ix));
    //  gA (TILE_M, TILE_K, num_tile_k)
    //  gB (TILE_N, TILE_K, num_tile_k)
    //  gC (TILE_M, TILE_N)

    const struct tv_literal a_tv = mma_a_16x16_b16(), b_tv = mma_b_8x16_b16(), c_tv = mma_c_16x8();
    const int warp = threadIdx.x / 32, warp_m = warp % WARPS_M, warp_n = warp / WARPS_M;
    const struct thread_part tAgA = // (MMA, MMA_M, MMA_K, num_tile_k)
        partition(gA, tuple2(ATOM_M, ATOM_K), tuple2(WARPS_M, 1), tuple2(warp_m, 0), a_tv);
    const struct thread_part tBgB = // (MMA, MMA_N, MMA_K, num_tile_k)
        partition(gB, tuple2(ATOM_N, ATOM_K), tuple2(WARPS_N, 1), tuple2(warp_n, 0), b_tv);
    const struct thread_part tCgC = // (MMA, MMA_M, MMA_N)
        partition(gC, tuple2(ATOM_M, ATOM_N), tuple2(WARPS_M, WARPS_N), tuple2(warp_m, warp_n),
                  c_tv);

    union a_fragment tArA[REPEAT_M][REPEAT_K]; // (MMA, MMA_M, MMA_K)
    union b_fragment tBrB[REPEAT_N][REPEAT_K]; // (MMA, MMA_N, MMA_K)
    union c_fragment tCrC[REPEAT_M][REPEAT_N]; // (MMA, MMA_M, MMA_N)

#pragma unroll
    for (int i = 0; i < REPEAT_M; i++) // clear(tCrC)
#pragma unroll
        for (int j = 0; j < REPEAT_N; j++)
            tCrC[i][j].reg[0] = tCrC[i][j].reg[1] = 0;

    const int num_tile_k = gA.layout.shape[2];
#pragma unroll 1
    for (int itile = 0; itile < num_tile_k; itile++) {
#pragma unroll
        for (int i = 0; i < REPEAT_M; i++) // copy(tAgA(_, _, _, itile), tArA)
#pragma unroll
            for (int p = 0; p < REPEAT_K; p++)
#pragma unroll
                for (int v = 0; v < 8; v++)
                    tArA[i][p].value[v] = *value_of(tAgA, a_tv, v, i, p, itile);
#pragma unroll
        for (int j = 0; j < REPEAT_N; j++) // copy(tBgB(_, _, _, itile), tBrB)
#pragma unroll
            for (int p = 0; p < REPEAT_K; p++)
#pragma unroll
                for (int v = 0; v < 4; v++)
                    tBrB[j][p].value[v] = *value_of(tBgB, b_tv, v, j, p, itile);

#pragma unroll
        for (int p = 0; p < REPEAT_K; p++) // gemm(tiled_mma, tCrC, tArA, tBrB, tCrC)
#pragma unroll
            for (int i = 0; i < REPEAT_M; i++)
#pragma unroll
                for (int j = 0; j < REPEAT_N; j++)
                    mma_m16n8k16_f16_f16_f16_f16(tCrC[i][j].reg, tArA[i][p].reg, tBrB[j][p].reg,
                                                 tCrC[i][j].reg);
    }

#pragma unroll
    for (int i = 0; i < REPEAT_M; i++) // copy(tCrC, tCgC)
#pragma unroll
        for (int j = 0; j < REPEAT_N; j++)
#pragma unroll
            for (int v = 0; v < 4; v++)
                *value_of(tCgC, c_tv, v, i, j, 0) = tCrC[i][j].value[v];
}

// ---- What it computes ----------------------------------------------------------------------------

// Multiples of 1/8 from 0 to 7/8, exact in half precision, and random enough for this test.
static float element(size_t i) { return (float)(i * 2654435761u >> 16 & 7) / 8; }

static half *filled(half *h, size_t count)
{
    half *d;
    CUDA_CHECK(cudaMalloc((void **)&d, count * sizeof(half)));
    for (size_t i = 0; i < count; i++)
        h[i] = __float2half(element(i));
    CUDA_CHECK(cudaMemcpy(d, h, count * sizeof(half), cudaMemcpyHostToDevice));
    return d;
}

// If k is not a multiple of TILE_K, the kernel reads beyond the ends of A's and B's rows, and at
// the last row beyond the matrix: both have TILE_K elements more, so that even this is a legal
// access.
static bool run(int m, int n, int k)
{
    const size_t a_count = (size_t)m * k + TILE_K, b_count = (size_t)n * k + TILE_K;
    const size_t c_count = (size_t)m * n;
    const size_t most = a_count > b_count ? a_count : b_count;
    half *h = (half *)malloc((most > c_count ? most : c_count) * sizeof(half));
    if (!h)
        return false;
    half *A = filled(h, a_count), *B = filled(h, b_count), *C;
    CUDA_CHECK(cudaMalloc((void **)&C, c_count * sizeof(half)));
    CUDA_CHECK(cudaMemset(C, 0xff, c_count * sizeof(half))); // NaN: not yet written

    const dim3 grid(n / TILE_N, m / TILE_M);
    gemm_simple<<<grid, THREADS>>>(C, A, B, m, n, k);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h, C, c_count * sizeof(half), cudaMemcpyDeviceToHost));

    int unwritten = 0;
    double largest = 0, at_most = 0; // of the error; of what rounding the exact sum would cost
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            const float got = __half2float(h[(size_t)i * n + j]);
            double exact = 0;
            if (got != got) {
                unwritten++;
                continue;
            }
            for (int p = 0; p < k; p++)
                exact += element((size_t)i * k + p) * element((size_t)j * k + p);
            largest = fmax(largest, fabs(got - exact));
            at_most = fmax(at_most, ldexp(1, ilogb(exact) - 11));
        }
    printf("%5d %5d %5d  %13d  %13g  %13g\n", m, n, k, unwritten, largest, at_most);
    CUDA_CHECK(cudaFree(A));
    CUDA_CHECK(cudaFree(B));
    CUDA_CHECK(cudaFree(C));
    free(h);
    return true;
}

int tc_text_gemm(const struct gemm_problem *p, const struct setup *setup)
{
    (void)p, (void)setup;
    if (tc_capability() < 80) {
        printf("--text-gemm needs compute capability 8.0\n");
        return 0;
    }
    printf("gemm_simple: f16, tiles of %d x %d x %d, %d threads\n", TILE_M, TILE_N, TILE_K,
           THREADS);
    printf("%28s  %28s\n", "elements", "largest error of the others");
    printf("%5s %5s %5s  %13s  %13s  %13s\n", "m", "n", "k", "never written", "found",
           "rounding once");
    if (run(128, 128, 64) && run(128, 128, 2048) && run(192, 160, 64) && run(128, 128, 40))
        return 0;
    fprintf(stderr, "--text-gemm: out of memory\n");
    return 1;
}
