// SPDX-License-Identifier: MIT
//
// tile.h: programs in which a block of threads works on tiles, and no line mentions a single
// thread. For kernels.
//
// A tile is an array of up to four dimensions that a block of threads holds together. Its elements
// are numbers, float2 to float4, small matrices, any struct. It is stored
//
//   in registers      each thread holds some elements; a thread-value layout says which
//   in shared memory  any thread may read any element; the layout may be swizzled
//
// C has no generics, so each type of tile is made from one text, with constants set before it:
//
//     #define TILE a_tile             // makes struct a_tile (registers), struct a_tile_shared
//     #define TILE_ELEMENT float      // and functions a_tile_load(), a_tile_sum() ...
//     #define TILE_SHAPE 8, 8         // one to four extents, the last one contiguous
//     #define TILE_THREADS 64
//     #include "../common/device/tile/define_tile.h"
//
// and a kernel then contains
//
//     struct c_tile sum = c_tile_zeros();
//     for (int p = 0; p < k; p += TILE_K) {
//         struct a_tile a = a_tile_load(A, matrix_view(m, k, lda), at_2(i * TILE_M, p));
//         struct b_tile b = b_tile_load(B, matrix_view(k, n, ldb), at_2(p, j * TILE_N));
//         matmul(a, b, &sum);
//     }
//     c_tile_store(C, matrix_view(m, n, ldc), at_2(i * TILE_M, j * TILE_N), sum);
//
// where define_matmul.h has made matmul() for these types. For tensor cores: define_matmul_mma.h;
// for those of Hopper, whose copy engine loads the tiles: define_matmul_wgmma.h.
//
// All threads of a block must call every operation, in the same order: many operations exchange
// values and wait for other threads. The emulated GPU reports which threads left out which
// operation. Between the operations a kernel may do anything, if all threads of the block take the
// same branches. Blocks are one-dimensional.
//
// The ideas come from tile languages (Triton, NVIDIA Warp's tiles); layouts are CuTe's.
#ifndef COMMON_TILE_H
#define COMMON_TILE_H

#include <stddef.h>
#include <stdint.h>

#include "../gemm/tile_layout.h"
#include "../gemm/vectors.h"
#include "../layout_device.h"
#include "../ptx/ptx.h"

#define TILE_FUNCTION static __device__ __forceinline__

#ifdef __EMU_GPU__
// The emulated GPU compares the operations of the threads of a block.
#include "emu/device/tile.h"
#define TILE_OPERATION(name, threads) emu_tile_operation(name, threads)
#else
#define TILE_OPERATION(name, threads) ((void)0)
#endif

enum { TILE_RANK = 4 }; // a shape with fewer extents has ones before them

// ---- What a tile is loaded from and stored to ---------------------------------------------------

// How an array is accessed: in vectors of up to 128 bits or element by element. For vectors, all
// rows must begin at multiples of their size and have a multiple of as many elements;
// TILE_BY_ADDRESS tests this. A kernel compiled for one way, as a literal, has no code for the
// other.
enum tile_access { TILE_BY_ADDRESS, TILE_IN_VECTORS, TILE_BY_ELEMENT };

// An array in global memory. Strides count elements. A stride of 0 repeats the same elements.
struct tile_view {
    int extent[TILE_RANK];
    ptrdiff_t stride[TILE_RANK];
    enum tile_access access;
};

// A place in it: the tile's first element. Not negative. It may be outside.
struct tile_at {
    int at[TILE_RANK];
};

TILE_FUNCTION struct tile_view view_4(int n0, int n1, int n2, int n3, ptrdiff_t stride0,
                                      ptrdiff_t stride1, ptrdiff_t stride2, ptrdiff_t stride3)
{
    const struct tile_view view = {
        {n0, n1, n2, n3}, {stride0, stride1, stride2, stride3}, TILE_BY_ADDRESS};
    return view;
}

TILE_FUNCTION struct tile_view vector_view(int n) { return view_4(1, 1, 1, n, 0, 0, 0, 1); }

// Row-major, ld >= cols elements from row to row.
TILE_FUNCTION struct tile_view matrix_view(int rows, int cols, int ld)
{
    return view_4(1, 1, rows, cols, 0, 0, ld, 1);
}

// The same view; the caller chooses the way of access.
TILE_FUNCTION struct tile_view view_with(struct tile_view view, enum tile_access access)
{
    view.access = access;
    return view;
}

TILE_FUNCTION struct tile_at at_4(int i0, int i1, int i2, int i3)
{
    const struct tile_at at = {{i0, i1, i2, i3}};
    return at;
}

TILE_FUNCTION struct tile_at at_2(int row, int col) { return at_4(0, 0, row, col); }
TILE_FUNCTION struct tile_at at_1(int i) { return at_4(0, 0, 0, i); }

TILE_FUNCTION ptrdiff_t view_offset(const struct tile_view *view, struct tile_at at)
{
    ptrdiff_t offset = 0;
#pragma unroll
    for (int d = 0; d < TILE_RANK; d++)
        offset += at.at[d] * view->stride[d];
    return offset;
}

// How many elements the array has from `further` beyond `at` on in that row; <= 0 outside.
TILE_FUNCTION int tile_inside(const struct tile_view *view, struct tile_at at,
                              struct tile_at further)
{
    bool inside = true;
#pragma unroll
    for (int d = 0; d < TILE_RANK - 1; d++)
        inside &= further.at[d] < view->extent[d] - at.at[d];
    return inside ? view->extent[TILE_RANK - 1] - at.at[TILE_RANK - 1] - further.at[TILE_RANK - 1]
                  : 0;
}

// Can the tile at this place be copied in vectors of this many elements, each one access of `bytes`
// (a power of two up to 16, otherwise no)? The same in all threads of a block.
TILE_FUNCTION bool tile_in_vectors(const void *array, const struct tile_view *view,
                                   struct tile_at at, int vector, int bytes)
{
    if (bytes > 16 || (bytes & (bytes - 1)) != 0 || view->access == TILE_BY_ELEMENT)
        return false;
    if (view->access == TILE_IN_VECTORS)
        return true;
    const int last = TILE_RANK - 1;
    bool fit = view->stride[last] == 1 && at.at[last] % vector == 0;
#pragma unroll
    for (int d = 0; d < last; d++)
        fit &= rows_are_vectors(array, view->extent[last], view->stride[d], bytes / vector, bytes);
    return fit;
}

// ---- Moving bytes -------------------------------------------------------------------------------

// One access of 1, 2, 4, 8 or 16 bytes; `bytes` is a literal. Both addresses are multiples of it.
TILE_FUNCTION void tile_copy(void *to, const void *from, int bytes)
{
    switch (bytes) {
    case 1: *(unsigned char *)to = *(const unsigned char *)from; break;
    case 2: *(unsigned short *)to = *(const unsigned short *)from; break;
    case 4: *(unsigned *)to = *(const unsigned *)from; break;
    case 8: *(uint2 *)to = *(const uint2 *)from; break;
    case 16: *(uint4 *)to = *(const uint4 *)from; break;
    default: break;
    }
}

// The same from global to shared memory, asynchronously if there is an instruction for it; zeros if
// not inside. tile_commit() and tile_wait() as for cp.async in ptx.h.
TILE_FUNCTION void tile_copy_async(void *to, const void *from, int bytes, bool inside)
{
    switch (bytes) {
    case 4: cp_async_ca_4(to, from, inside ? 4 : 0); break;
    case 8: cp_async_ca_8(to, from, inside ? 8 : 0); break;
    case 16: cp_async_cg_16(to, from, inside ? 16 : 0); break;
    default: break;
    }
}

// All loads that were started since the last tile_commit() are a group.
TILE_FUNCTION void tile_commit(void) { cp_async_commit_group(); }

// Waits until at most the latest n groups are in flight, then for all threads of the block: then
// the copies of the other threads have arrived, and what was read before may be overwritten. n: a
// literal.
TILE_FUNCTION void tile_wait(int n)
{
    TILE_OPERATION("tile_wait", 0);
    cp_async_wait_group(n);
    __syncthreads();
}

// ---- The parts of names and shapes that define_tile.h is made from ------------------------------

#define TILE_JOIN(name, suffix) TILE_JOIN_(name, suffix)
#define TILE_JOIN_(name, suffix) name##suffix
#define TILE_TEXT(name) TILE_TEXT_(name)
#define TILE_TEXT_(name) #name

// TILE_EXTENT(1, 16, 8) is extent 1 of the shape (1, 1, 16, 8).
#define TILE_EXTENT(d, ...) TILE_EXTENT_(d, TILE_COUNT(__VA_ARGS__, 4, 3, 2, 1, 0), __VA_ARGS__)
#define TILE_EXTENT_(d, count, ...) TILE_PICK(d, TILE_JOIN(TILE_PAD_, count)(__VA_ARGS__))
#define TILE_COUNT(a, b, c, d, count, ...) count
#define TILE_PAD_1(d) 1, 1, 1, d
#define TILE_PAD_2(c, d) 1, 1, c, d
#define TILE_PAD_3(b, c, d) 1, b, c, d
#define TILE_PAD_4(a, b, c, d) a, b, c, d
#define TILE_PICK(d, ...) TILE_JOIN(TILE_PICK_, d)(__VA_ARGS__)
#define TILE_PICK_0(a, b, c, d) a
#define TILE_PICK_1(a, b, c, d) b
#define TILE_PICK_2(a, b, c, d) c
#define TILE_PICK_3(a, b, c, d) d

#endif
