// SPDX-License-Identifier: MIT
// title: Where wgmma reads
// lesson: README.md#3-four-warps-one-instruction
// minutes: 20
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 64 64 64; 72 40 200; 33 100 136; 1 1 8
// gaps: 0 0 0; 8 16 3
// check: R
// check: D
// stub: R, D
// hint: A core matrix is 8 rows of a swizzled tile. How many bytes is it from its beginning to the
//   next one, 8 rows below? And where along a row do the next 16 of k begin?
// hint: ptx/wgmma.h, above wgmma_descriptor(): which distance counts for a K-major tile? An address
//   in a descriptor is in units of 16 bytes.
// hint: wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128); 16 of k are 32 bytes, so i slices
//   further is 2 * i.
// why: The descriptor says where the tile begins and how far it is from 8 rows to the next 8. The
//   leading distance is ignored, because a row of 128 bytes is as wide as the swizzle. The swizzle
//   must be that of the map, otherwise wgmma reads other elements. For the next 16 of k the address
//   grows by 32 bytes, as if there were no swizzle: the hardware adds first and then exchanges the
//   bits.
//
// The tiles of A and B are in shared memory as TMA wrote them: 64 rows of 128 bytes, with its
// 128-byte swizzle. Write the descriptor of such a tile, and the distance in it to the next 16 of
// k. Required: the right result, and no diagnosis of the emulated GPU.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"

// The descriptor of a tile of 64 rows, for the i-th 16 of k.
static __device__ __forceinline__ uint64_t my_descriptor(const void *tile, int i)
{
    //@stub
    // TODO
    return wgmma_descriptor(tile, 0, ROW, WGMMA_NO_SWIZZLE) + (uint64_t)i;
    //@solution
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128) + 2 * (uint64_t)i;
    //@end
}

static __global__ void kernel(const __grid_constant__ struct problem p)
{
    __shared__ __align__(1024) struct tiles s;
    __shared__ __align__(8) uint64_t full;
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    float acc[BN / 2];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    for (int t = 0; t < p.k_tiles; t++) {
        if (threadIdx.x == 0) {
            mbarrier_arrive_expect_tx(&full, sizeof s);
            tma_load_2d(s.A, &p.a, &full, t * BK, row);
            tma_load_2d(s.B, &p.b, &full, t * BK, col);
        }
        mbarrier_wait_parity(&full, t % 2);
        //@stub
        wgmma_fence();
        //@solution
        wgmma_fence();
        //@end
#pragma unroll
        for (int i = 0; i < BK / 16; i++)
            wgmma_m64n64k16_f32_f16_f16(acc, my_descriptor(s.A, i), my_descriptor(s.B, i),
                                        t > 0 || i > 0, false, false);
        wgmma_commit_group();
        wgmma_wait_group(0);
        __syncthreads(); // no warp reads the tiles any longer
    }
    store_c(&p, acc, row, col, (int)threadIdx.x);
}

void exercise(const struct gemm *g)
{
    const struct problem p = problem_of(g);
    kernel<<<grid_of(&p), WARPGROUP>>>(p);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant advance_in_bytes
// fails: R, D
// because: a descriptor counts 16 bytes: 32 of them are two rows down the tile
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128) + 32 * (uint64_t)i;
//@end

//@mutant distances_exchanged
// fails: R, D
// because: the distance of 8 rows is the stride; leading is ignored here
//@1
    return wgmma_descriptor(tile, 8 * ROW, 16, WGMMA_SWIZZLE_128) + 2 * (uint64_t)i;
//@end

//@mutant each_sixteen_twice
// fails: R
// because: two of the four slices of k are multiplied twice, the other two never
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128) + 2 * (uint64_t)(i / 2);
//@end

//@mutant half_the_swizzle
// fails: R, D
// because: the map swizzles 128 bytes, the descriptor 64
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_64) + 2 * (uint64_t)i;
//@end

//@mutant registers_not_fenced
// fails: D
// because: no fence says that the registers of the sums are ready
//@2
//@end

//@mutant same_sixteen
// fails: R
// because: the first 16 of k are multiplied four times
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128);
//@end

#endif
