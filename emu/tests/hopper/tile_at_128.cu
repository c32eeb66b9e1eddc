// SPDX-License-Identifier: MIT
//
// Tiles of swizzled maps at multiples of 128 bytes but not of their pattern: the copy
// engine swizzles by the address, and so do the readers here, by 16 bytes and by one float; the
// same tile is stored by the copy engine. A map in global memory. A descriptor of wgmma with its
// undefined bits set. A ring of blocks that pass numbers by st.async.
#include <cuda_fp16.h>
#include "hopper.h"

enum { ROWS = 16, THREADS = 32 };

__device__ static uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

template <int SWIZZLE> // 32, 64, 128 bytes: a row of the box
__global__ void copy(const __grid_constant__ CUtensorMap from,
                     const __grid_constant__ CUtensorMap to, float *out, int offset)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    __shared__ __align__(8) uint64_t full;
    unsigned char *tile = memory + offset;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(&full, ROWS * SWIZZLE);
        tma_load_2d(tile, &from, &full, 0, 0);
    }
    mbarrier_wait_parity(&full, 0);
    const uint32_t mask = SWIZZLE / 16 - 1;
    for (int i = threadIdx.x; i < ROWS * SWIZZLE / 16; i += THREADS) {
        uint32_t at = shared(tile) + i * 16;
        at ^= (at >> 7 & mask) << 4;
        ((float4 *)out)[i] = *(const float4 *)__cvta_shared_to_generic(at);
    }
    for (int row = 0; row < ROWS && threadIdx.x < SWIZZLE / 4; row++) {
        uint32_t at = shared(tile) + row * SWIZZLE + threadIdx.x / 4 * 16;
        at = (at ^ (at >> 7 & mask) << 4) + threadIdx.x % 4 * 4;
        if (*(const float *)__cvta_shared_to_generic(at) != row * SWIZZLE / 4 + threadIdx.x + 1)
            __trap();
    }
    fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        tma_store_2d(&to, tile, 0, 0);
        bulk_commit_group();
        bulk_wait_group(0);
    }
}

template <int SWIZZLE> static int try_copy(CUtensorMapSwizzle swizzle)
{
    enum { COLUMNS = SWIZZLE / 4, N = ROWS * COLUMNS };
    int bad = 0;
    for (int offset = 128; offset < 1024; offset += 384) {
        float *in = numbers(N), *out = zeros(N), *stored = zeros(N);
        copy<SWIZZLE><<<1, THREADS, 1024 + ROWS * SWIZZLE>>>(
            map_f32(in, COLUMNS, ROWS, COLUMNS, ROWS, swizzle),
            map_f32(stored, COLUMNS, ROWS, COLUMNS, ROWS, swizzle), out, offset);
        bad += wrong("read", out, N, [](int i) { return i + 1; });
        bad += wrong("stored", stored, N, [](int i) { return i + 1; });
        cudaFree(in);
    }
    return bad;
}

// ---- A map in global memory ---------------------------------------------------------------------

__global__ void by_pointer(const CUtensorMap *map, float *out)
{
    __shared__ __align__(128) float tile[THREADS];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, map, &full, 0, 0);
    }
    mbarrier_wait_parity(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

static int try_pointer(void)
{
    float *in = numbers(THREADS), *out = zeros(THREADS);
    const CUtensorMap map = map_f32(in, THREADS, 1, THREADS, 1);
    CUtensorMap *there;
    cudaMalloc(&there, sizeof map);
    cudaMemcpy(there, &map, sizeof map, cudaMemcpyHostToDevice);
    by_pointer<<<1, THREADS>>>(there, out);
    const int bad = wrong("by pointer", out, THREADS, [](int i) { return i + 1; });
    cudaFree(there);
    cudaFree(in);
    return bad;
}

// ---- Bits 14 and 15 of a descriptor -------------------------------------------------------------

__global__ void __launch_bounds__(128) multiply(float *out)
{
    __shared__ __align__(1024) __half a[64 * 64], b[8 * 64];
    for (int i = threadIdx.x; i < 64 * 64; i += 128)
        a[i] = 1;
    for (int i = threadIdx.x; i < 8 * 64; i += 128)
        b[i] = 1;
    fence_proxy_async();
    __syncthreads();
    float d[4] = {0, 0, 0, 0};
    const uint64_t set = (uint64_t)3 << 14;
    wgmma_fence();
    for (int k = 0; k < 4; k++) {
        const uint64_t of_a =
            (shared(a + 16 * k) >> 4 & 0x3FFF) | set | (uint64_t)64 << 32 | (uint64_t)1 << 62;
        const uint64_t of_b =
            (shared(b + 16 * k) >> 4 & 0x3FFF) | set | (uint64_t)64 << 32 | (uint64_t)1 << 62;
        wgmma_m64n8k16_f32_f16_f16(d, of_a, of_b, true, false, false);
    }
    wgmma_commit_group();
    wgmma_wait_group(0);
    out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// ---- A ring of blocks ---------------------------------------------------------------------------

__device__ static uint32_t in_block(const void *p, int rank)
{
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared(p)), "r"(rank));
    return there;
}

__global__ void __cluster_dims__(2, 1, 1) ring(float *out)
{
    const int t = threadIdx.x, rank = cluster_ctarank(), other = 1 - rank;
    __shared__ __align__(16) float slot[THREADS];
    __shared__ __align__(8) uint64_t full, empty;
    float mine = rank * THREADS + t;
    if (t == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, THREADS);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    for (int k = 0; k < 3; k++) {
        if (t == 0)
            mbarrier_arrive_expect_tx(&full, sizeof slot);
        if (k > 0)
            mbarrier_wait_parity_cluster(&empty, (k - 1) & 1);
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                     :
                     : "r"(in_block(slot + t, other)), "r"(__float_as_uint(mine)),
                       "r"(in_block(&full, other))
                     : "memory");
        mbarrier_wait_parity_cluster(&full, k & 1);
        mine = slot[t] + 1;
        mbarrier_arrive_cluster(&empty, other);
    }
    out[rank * THREADS + t] = mine;
    barrier_cluster_sync();
}

int main()
{
    int bad = try_copy<128>(CU_TENSOR_MAP_SWIZZLE_128B) + try_copy<64>(CU_TENSOR_MAP_SWIZZLE_64B) +
              try_copy<32>(CU_TENSOR_MAP_SWIZZLE_32B);
    bad += try_pointer();
    float *product = zeros(128), *passed = zeros(2 * THREADS);
    multiply<<<1, 128>>>(product);
    bad += wrong("product", product, 128, [](int) { return 256; });
    ring<<<2, THREADS>>>(passed);
    bad +=
        wrong("ring", passed, 2 * THREADS, [](int i) { return (i + THREADS) % (2 * THREADS) + 3; });
    return bad != 0;
}
