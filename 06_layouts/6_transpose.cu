// SPDX-License-Identifier: MIT
//
// 6_transpose: C = A transposed, four times; the last three are one layout apart.
//
//     naive      rows of A are read, columns of C are written: 32 sectors for 32 elements
//     shared     through a tile in shared memory, (64,64):(64,1): rows on both sides, but the
//                tile is read down its columns, and a column is in one bank
//     padded     (64,64):(65,1): a column uses all the banks; a word wasted in each row
//     swizzled   Sw<5,0,6> o (64,64):(64,1): the same, and nothing is wasted
//
// A transpose needs no arithmetic: the tile is written by one layout and read by the same layout
// with its modes exchanged. 64 wide, because a row of 256 bytes keeps DRAM busy in both matrices.
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "layouts.h"

#define TENSOR_ELEMENT float
#define TENSOR_NAME f32
#include "../common/device/tensor_of.h"
#define TENSOR_ELEMENT const float
#define TENSOR_NAME const_f32
#include "../common/device/tensor_of.h"

enum { TILE = TRANSPOSE_TILE, THREADS = TRANSPOSE_THREADS };
enum { ROWS = THREADS / 32 };                    // that the threads cover at a time
enum { DOWN = TILE / ROWS, ACROSS = TILE / 32 }; // elements of a thread: DOWN x ACROSS

// 64 x 64 words of a block are 16 KiB, and its 256 threads may have 40 registers each: then six
// blocks fit an SM, and enough loads are in flight.
#define SIX_BLOCKS_PER_SM __launch_bounds__(THREADS, 6)

// A warp is a row of 32: its lanes are neighbours in memory.
LAYOUT_INLINE struct tensor_layout threads(void) { return tensor_row_major(ROWS, 32, 32); }

// The place in a tile of thread `me` in repetition (i, j).
LAYOUT_INLINE struct tuple place(struct tuple me, int i, int j)
{
    return tuple2(me.at[0] + i * ROWS, me.at[1] + j * 32);
}

// Which tile of A a block has: number blockIdx.x, row by row.
static __device__ __forceinline__ struct tuple tile_of_block(int n)
{
    const int across = ceil_div(n, TILE);
    return tuple2(blockIdx.x / across, blockIdx.x % across);
}

__global__ void SIX_BLOCKS_PER_SM transpose_naive(int m, int n, const float *A, int lda, float *C,
                                                  int ldc)
{
    const struct tuple tile = tuple2(TILE, TILE), at = tile_of_block(n);
    const struct tuple me = thread_coordinate(threads(), threadIdx.x);
    const struct tensor_const_f32 gA = make_tensor_const_f32(A, tensor_row_major(m, n, lda));
    const struct tensor_f32 gC = make_tensor_f32(C, tensor_col_major(m, n, ldc)); // C seen as A is
    const struct tensor_const_f32 tA =
        local_partition_const_f32(local_tile_const_f32(gA, tile, at), threads(), threadIdx.x);
    const struct tensor_f32 tC =
        local_partition_f32(local_tile_f32(gC, tile, at), threads(), threadIdx.x);
    const struct tuple extent = tile_extent(gA.layout, tile, at);

#pragma unroll
    for (int i = 0; i < DOWN; i++)
#pragma unroll
        for (int j = 0; j < ACROSS; j++)
            if (tuple_inside(place(me, i, j), extent))
                *at2_f32(tC, i, j) = *at2_const_f32(tA, i, j);
}

// Where the tile stands in shared memory.
struct shared_layout {
    struct swizzle_literal swizzle;
    struct tensor_layout layout;
};

// Offset of place (i, j) of thread `me`. What `me` adds and what i and j add have no bit in common
// in the swizzled layout, all of whose numbers are powers of two. So their sum is their xor, and
// the swizzle of an xor is the xor of the swizzles, one of which the compiler knows.
LAYOUT_INLINE int shared_offset(struct shared_layout s, struct tuple me, int i, int j)
{
    const int first = (int)tensor_offset(s.layout, me);
    const int further = (int)tensor_offset(s.layout, tuple2(i * ROWS, j * 32));
    return s.swizzle.bits > 0 ? swizzled(s.swizzle, first) ^ swizzled(s.swizzle, further)
                              : first + further;
}

static __device__ __forceinline__ void transpose_tile(int m, int n, const float *A, int lda,
                                                      float *C, int ldc, float *As,
                                                      struct shared_layout s)
{
    const struct tuple tile = tuple2(TILE, TILE), at = tile_of_block(n);
    const struct tuple at_c = tuple2(at.at[1], at.at[0]);
    const struct tuple me = thread_coordinate(threads(), threadIdx.x);
    const struct tensor_const_f32 gA = make_tensor_const_f32(A, tensor_row_major(m, n, lda));
    const struct tensor_f32 gC = make_tensor_f32(C, tensor_row_major(n, m, ldc));
    const struct tensor_const_f32 tA =
        local_partition_const_f32(local_tile_const_f32(gA, tile, at), threads(), threadIdx.x);
    const struct tensor_f32 tC =
        local_partition_f32(local_tile_f32(gC, tile, at_c), threads(), threadIdx.x);
    const struct tuple extent = tile_extent(gA.layout, tile, at);
    const struct tuple extent_c = tile_extent(gC.layout, tile, at_c);

    float a_frag[DOWN][ACROSS]; // all in flight before the first is stored
#pragma unroll
    for (int i = 0; i < DOWN; i++)
#pragma unroll
        for (int j = 0; j < ACROSS; j++)
            if (tuple_inside(place(me, i, j), extent))
                a_frag[i][j] = *at2_const_f32(tA, i, j);
#pragma unroll
    for (int i = 0; i < DOWN; i++)
#pragma unroll
        for (int j = 0; j < ACROSS; j++)
            if (tuple_inside(place(me, i, j), extent))
                As[shared_offset(s, me, i, j)] = a_frag[i][j];
    __syncthreads(); // the whole tile is there

    s.layout = tensor_transposed(s.layout);
#pragma unroll
    for (int i = 0; i < DOWN; i++)
#pragma unroll
        for (int j = 0; j < ACROSS; j++)
            if (tuple_inside(place(me, i, j), extent_c))
                *at2_f32(tC, i, j) = As[shared_offset(s, me, i, j)];
}

__global__ void SIX_BLOCKS_PER_SM transpose_shared(int m, int n, const float *A, int lda, float *C,
                                                   int ldc)
{
    __shared__ float As[TILE * TILE];
    transpose_tile(m, n, A, lda, C, ldc, As,
                   (struct shared_layout){{0, 0, 0}, tensor_row_major(TILE, TILE, TILE)});
}

__global__ void SIX_BLOCKS_PER_SM transpose_padded(int m, int n, const float *A, int lda, float *C,
                                                   int ldc)
{
    __shared__ float As[TILE * (TILE + 1)];
    transpose_tile(m, n, A, lda, C, ldc, As,
                   (struct shared_layout){{0, 0, 0}, tensor_row_major(TILE, TILE, TILE + 1)});
}

__global__ void SIX_BLOCKS_PER_SM transpose_swizzled(int m, int n, const float *A, int lda,
                                                     float *C, int ldc)
{
    __shared__ float As[TILE * TILE];
    transpose_tile(m, n, A, lda, C, ldc, As,
                   (struct shared_layout){{5, 0, 6}, tensor_row_major(TILE, TILE, TILE)});
}

typedef void transpose_kernel(int, int, const float *, int, float *, int);

static void launch(transpose_kernel *kernel, int m, int n, const void *A, int lda, void *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    const int tiles = ceil_div(m, TILE) * ceil_div(n, TILE); // of 16 KiB: an int counts them
    kernel<<<tiles, THREADS>>>(m, n, (const float *)A, lda, (float *)C, ldc);
    CUDA_CHECK_LAUNCH();
}

void layouts_transpose_naive(int m, int n, const void *A, int lda, void *C, int ldc)
{
    launch(transpose_naive, m, n, A, lda, C, ldc);
}

void layouts_transpose_shared(int m, int n, const void *A, int lda, void *C, int ldc)
{
    launch(transpose_shared, m, n, A, lda, C, ldc);
}

void layouts_transpose_padded(int m, int n, const void *A, int lda, void *C, int ldc)
{
    launch(transpose_padded, m, n, A, lda, C, ldc);
}

void layouts_transpose_swizzled(int m, int n, const void *A, int lda, void *C, int ldc)
{
    launch(transpose_swizzled, m, n, A, lda, C, ldc);
}
