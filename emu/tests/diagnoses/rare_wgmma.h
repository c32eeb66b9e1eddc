// SPDX-License-Identifier: MIT
//
// rare_wgmma.h: the cases of rare.cu that are about warpgroups.
#ifndef RARE_WGMMA_H
#define RARE_WGMMA_H

#include "../ptx/sm90.h"

__global__ void store_matrix(int *x)
{
    const unsigned r[2] = {0, 0};
    stmatrix_x2(x + 4 * threadIdx.x, r);
}
CASE(stmatrix_global) { store_matrix<<<1, 32>>>(device_ints(128)); }

__global__ void __launch_bounds__(512, 1) take_registers(int n, bool more)
{
    if (more)
        setmaxnreg_inc(n);
    else
        setmaxnreg_dec(n);
}
CASE(setmaxnreg_number) { take_registers<<<1, 128>>>(100, false); }
CASE(setmaxnreg_lower) { take_registers<<<1, 512>>>(40, true); }
CASE(setmaxnreg_higher) { take_registers<<<1, 512>>>(136, false); }

__global__ void just_fence(void) { wgmma_fence(); }
CASE(wgmma_on_a100)
{
    setenv("EMU_GPU_NAME", "a100", 1);
    just_fence<<<1, 128>>>();
}
CASE(wgmma_in_part) { just_fence<<<1, 96>>>(); }

__global__ void describe(const int *x, int offset, int leading, bool from_global)
{
    __shared__ __align__(1024) int s[256];
    wgmma_descriptor(from_global ? x : s + offset, leading, 1024, WGMMA_SWIZZLE_128);
}
CASE(wgmma_tile_global) { describe<<<1, 1>>>(device_ints(4), 0, 16, true); }
CASE(wgmma_tile_misaligned) { describe<<<1, 1>>>(device_ints(4), 1, 16, false); }
CASE(wgmma_leading_odd) { describe<<<1, 1>>>(device_ints(4), 0, 8, false); }

__global__ void wait_for_groups(int n) { wgmma_wait_group(n); }
CASE(wgmma_groups) { wait_for_groups<<<1, 128>>>(4); }

__device__ __noinline__ void start_product(const char *tile)
{
    float d[4];
    const uint64_t at = wgmma_descriptor(tile, 16, 1024, WGMMA_SWIZZLE_128);
    wgmma_fence();
    wgmma_m64n8k16_f32_f16_f16(d, at, at, false, false, false);
    wgmma_commit_group();
}
__global__ void wait_outside(int bytes)
{
    extern __shared__ __align__(1024) char tile[];
    for (int i = (int)threadIdx.x; i < bytes; i += 128)
        tile[i] = 0;
    fence_proxy_async();
    __syncthreads();
    start_product(tile);
    wgmma_wait_group(0);
}
CASE(wgmma_gone) { wait_outside<<<1, 128, 8192>>>(8192); }
CASE(wgmma_outside) { wait_outside<<<1, 128, 4096>>>(4096); }

__global__ void declared_for_128(void)
{
    __shared__ __align__(128) char before[768]; // the next array is at a multiple of 1024 by luck
    before[threadIdx.x] = 0;
    __shared__ __align__(128) char tile[8192];
    for (int i = (int)threadIdx.x; i < 8192; i += 128)
        tile[i] = before[threadIdx.x];
    fence_proxy_async();
    __syncthreads();
    float d[4];
    const uint64_t at = wgmma_descriptor(tile, 16, 1024, WGMMA_SWIZZLE_128);
    wgmma_fence();
    wgmma_m64n8k16_f32_f16_f16(d, at, at, false, false, false);
    wgmma_commit_group();
    wgmma_wait_group(0);
}
CASE(wgmma_declared_for_128) { declared_for_128<<<1, 128>>>(); }

#endif
