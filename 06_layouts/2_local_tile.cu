// SPDX-License-Identifier: MIT
//
// 2_local_tile: the same with tensors: a thread has a tile of eight elements.
//
// What changed: x, y and z are tensors, cut by local_tile into tiles of 8:1. A thread copies a tile
// into registers, computes with it, and copies it back. Eight halves are 16 bytes, one instruction
// (LDG.128), if they begin at a multiple of 16. So tile 0 begins where 16 bytes of z begin, up to
// seven elements before z. half2 arithmetic computes two elements at once.
//
// The first and the last tile overhang: their elements are copied one by one. So are all elements
// of an x or y that is not aligned as z is.
//
// Expect: an eighth of the requests, the same sectors, and the speed of the memory.
#include <cuda_fp16.h>

#include "../common/device/copy_128.h"
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "layouts.h"

#define TENSOR_ELEMENT half
#define TENSOR_NAME f16
#include "../common/device/tensor_of.h"
#define TENSOR_ELEMENT const half
#define TENSOR_NAME const_f16
#include "../common/device/tensor_of.h"

enum { THREADS = VECTOR_THREADS, TILE = VECTOR_TILE };

// Elements [first, last) of a tile are inside the vector: all TILE of them, but at the two ends.
struct inside {
    int first, last;
};

LAYOUT_INLINE bool whole(struct inside in) { return in.first == 0 && in.last == TILE; }

LAYOUT_INLINE struct inside inside_of_tile(int n, int before, int tile)
{
    const long long begin = (long long)tile * TILE - before;
    return (struct inside){
        .first = begin < 0 ? (int)-begin : 0,
        .last = n - begin < TILE ? (int)(n - begin) : TILE,
    };
}

// A tile from memory to registers, as wide as its place allows. What is outside stays as it was.
static __device__ __forceinline__ void load_tile(struct tensor_const_f16 t, struct inside in,
                                                 half *frag)
{
    if (whole(in) && aligned_128(t.data)) {
        copy_128(frag, t.data);
        return;
    }
#pragma unroll
    for (int i = 0; i < TILE; i++)
        if (i >= in.first && i < in.last)
            frag[i] = *at1_const_f16(t, i);
}

static __device__ __forceinline__ void store_tile(const half *frag, struct inside in,
                                                  struct tensor_f16 t)
{
    if (whole(in)) { // and aligned: the tiles were cut so
        copy_128(t.data, frag);
        return;
    }
#pragma unroll
    for (int i = 0; i < TILE; i++)
        if (i >= in.first && i < in.last)
            *at1_f16(t, i) = frag[i];
}

// before: how many elements the first tile begins before x, y and z.
__global__ void vector_local_tile(int n, int before, half a, const half *x, half b, const half *y,
                                  half c, half *z)
{
    const int tile = blockIdx.x * THREADS + threadIdx.x;
    const struct inside in = inside_of_tile(n, before, tile);
    if (in.last <= 0)
        return;

    const struct tensor_layout layout = tensor_vector(n); // n:1
    const struct tensor_const_f16 gx =
        domain_offset_const_f16(make_tensor_const_f16(x, layout), tuple1(-before));
    const struct tensor_const_f16 gy =
        domain_offset_const_f16(make_tensor_const_f16(y, layout), tuple1(-before));
    const struct tensor_f16 gz = domain_offset_f16(make_tensor_f16(z, layout), tuple1(-before));
    const struct tensor_const_f16 tx = local_tile_const_f16(gx, tuple1(TILE), tuple1(tile)); // 8:1
    const struct tensor_const_f16 ty = local_tile_const_f16(gy, tuple1(TILE), tuple1(tile));
    const struct tensor_f16 tz = local_tile_f16(gz, tuple1(TILE), tuple1(tile));

    __align__(16) half x_frag[TILE] = {}, y_frag[TILE] = {}, z_frag[TILE];
    load_tile(tx, in, x_frag);
    load_tile(ty, in, y_frag);

    // The same registers as pairs: CuTe's recast<half2>.
    const half2 *x2 = (const half2 *)x_frag, *y2 = (const half2 *)y_frag;
    half2 *z2 = (half2 *)z_frag;
    const half2 a2 = __half2half2(a), b2 = __half2half2(b), c2 = __half2half2(c);
#pragma unroll
    for (int i = 0; i < TILE / 2; i++)
        z2[i] = __hfma2(a2, x2[i], __hfma2(b2, y2[i], c2));

    store_tile(z_frag, in, tz);
}

void layouts_local_tile(int n, float a, const void *x, float b, const void *y, float c, void *z)
{
    if (n == 0)
        return;
    const int before = (int)((uintptr_t)z % COPY_128_BYTES / sizeof(half));
    const int tiles = (int)(((long long)n + before + TILE - 1) / TILE);
    vector_local_tile<<<ceil_div(tiles, THREADS), THREADS>>>(
        n, before, __float2half(a), (const half *)x, __float2half(b), (const half *)y,
        __float2half(c), (half *)z);
    CUDA_CHECK_LAUNCH();
}
