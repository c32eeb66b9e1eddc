// SPDX-License-Identifier: MIT
//
// rare_hopper.cu: as rare.cu, of mbarriers, clusters and the copy engine.

#include "../hopper/hopper.h"
#include "rare_cases.h"

enum { N = 64 };

static CUtensorMap a_map(void)
{
    static float *in = numbers(4 * N);
    return map_f32(in, N, 4, N, 1);
}

static __device__ void one_arrival(uint64_t *full)
{
    if (threadIdx.x == 0) {
        mbarrier_init(full, 1);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
}

// ---- Maps ---------------------------------------------------------------------------------------

__global__ void load_by_pointer(const CUtensorMap *map)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    one_arrival(&full);
    tma_load_2d(tile, map, &full, 0, 0);
}
CASE(map_on_host)
{
    static CUtensorMap map = a_map();
    load_by_pointer<<<1, 1>>>(&map);
}
static void map_on_device(size_t offset, bool encoded)
{
    CUtensorMap map = a_map();
    char *device;
    cudaMalloc(&device, 256);
    cudaMemset(device, 0, 256);
    if (encoded)
        cudaMemcpy(device + offset, &map, sizeof map, cudaMemcpyHostToDevice);
    load_by_pointer<<<1, 1>>>((CUtensorMap *)(device + offset));
}
CASE(map_misaligned) { map_on_device(8, true); }
CASE(map_never_encoded) { map_on_device(0, false); }
CASE(map_not_acquired) { map_on_device(0, true); }

// ---- Loads --------------------------------------------------------------------------------------

enum how {
    INTO_GLOBAL,
    AT_64,
    THREE,
    TO_BLOCK_2,
    TWICE,
    WRITTEN,
    NO_WAIT,
    NO_BARRIER,
    OUTSIDE,
    AT_1
};

__global__ void load(const __grid_constant__ CUtensorMap map, float *out, int how)
{
    __shared__ __align__(128) float tile[2 * N];
    __shared__ __align__(8) uint64_t full;
    one_arrival(&full);
    mbarrier_arrive_expect_tx(&full, (how == TWICE ? 2 : 1) * N * (int)sizeof(float));
    switch (how) {
    case INTO_GLOBAL: tma_load_2d(out, &map, &full, 0, 0); break;
    case AT_64: tma_load_2d(tile + 16, &map, &full, 0, 0); break;
    case THREE: tma_load_3d(tile, &map, &full, 0, 0, 0); break;
    case TO_BLOCK_2: tma_load_2d_multicast(tile, &map, &full, 0, 0, 4); break;
    case NO_BARRIER: tma_load_2d(tile, &map, &full + 1, 0, 0); break;
    case AT_1: tma_load_2d(tile, &map, &full, 1, 0); break;
    case OUTSIDE: tma_load_2d(tile, &map, &full + 100000, 0, 0); break;
    default: tma_load_2d(tile, &map, &full, 0, 0); break;
    }
    if (how == TWICE)
        tma_load_2d(tile, &map, &full, 0, 1);
    if (how == WRITTEN)
        tile[0] = 1;
    if (how != NO_WAIT)
        mbarrier_wait_parity(&full, 0);
}
static void try_load(int how) { load<<<1, 1>>>(a_map(), zeros(N), how); }
CASE(load_into_global) { try_load(INTO_GLOBAL); }
CASE(load_misaligned) { try_load(AT_64); }
CASE(load_of_three) { try_load(THREE); }
CASE(load_to_block_2) { try_load(TO_BLOCK_2); }
CASE(load_twice) { try_load(TWICE); }
CASE(load_overwritten) { try_load(WRITTEN); }
CASE(load_not_waited) { try_load(NO_WAIT); }
CASE(load_behind_barrier) { try_load(NO_BARRIER); }
CASE(load_outside) { try_load(OUTSIDE); }
__global__ void load_bytes(const float *from, int bytes)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    one_arrival(&full);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
                 "[%3];" ::"r"((uint32_t)__cvta_generic_to_shared(tile)),
                 "l"(from), "r"(bytes), "r"((uint32_t)__cvta_generic_to_shared(&full))
                 : "memory");
}
CASE(load_bytes_outside) { load_bytes<<<1, 1>>>(numbers(N / 2), N * sizeof(float)); }
CASE(load_starts_odd) { try_load(AT_1); }

__global__ void add(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) int tile[N];
    tma_reduce_add_2d(&map, tile, 0, 0);
}
CASE(add_integers)
{
    add<<<1, 1>>>(map_2d(CU_TENSOR_MAP_DATA_TYPE_INT32, zeros(N), N, 1, N * 4, N, 1,
                         CU_TENSOR_MAP_SWIZZLE_NONE));
}

__global__ void store_and_load(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    tile[threadIdx.x] = 1;
    fence_proxy_async();
    one_arrival(&full);
    if (threadIdx.x == 0) {
        tma_store_2d(&map, tile, 0, 0);
        bulk_commit_group();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 1);
        mbarrier_wait_parity(&full, 0);
        bulk_wait_group(0);
    }
}
__global__ void store_before(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    tma_store_2d(&map, tile, 0, -1);
}
CASE(store_begins_before) { store_before<<<1, 1>>>(a_map()); }
CASE(load_over_store) { store_and_load<<<1, N>>>(a_map()); }

// The second warp writes, and fences when the first one may have begun to store.
__global__ void fence_late(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    if (threadIdx.x >= 32)
        for (int i = threadIdx.x - 32; i < N; i += 32)
            tile[i] = 1;
    __syncthreads();
    fence_proxy_async();
    if (threadIdx.x == 0) {
        tma_store_2d(&map, tile, 0, 0);
        bulk_commit_group();
        bulk_wait_group(0);
    }
}
CASE(fence_too_late) { fence_late<<<1, N>>>(a_map()); }

// ---- mbarriers ----------------------------------------------------------------------------------

__global__ void barrier(uint64_t *global, int arrivals, int bytes, int rank)
{
    __shared__ __align__(8) uint64_t own, other;
    mbarrier_init(global ? global : &own, arrivals);
    if (bytes)
        mbarrier_arrive_expect_tx(&own, bytes);
    mbarrier_arrive_cluster(rank == 2 ? &other : &own, rank % 2);
}
CASE(barrier_in_global) { barrier<<<1, 1>>>((uint64_t *)zeros(2), 1, 0, 0); }
CASE(barrier_of_none) { barrier<<<1, 1>>>(NULL, 0, 0, 0); }
CASE(barrier_negative_bytes) { barrier<<<1, 1>>>(NULL, 1, -4, 0); }
CASE(barrier_of_no_block) { barrier<<<1, 1>>>(NULL, 1, 0, 1); }
CASE(barrier_not_made) { barrier<<<1, 1>>>(NULL, 1, 0, 2); }
CASE(barrier_on_a100)
{
    setenv("EMU_GPU_NAME", "a100", 1);
    barrier<<<1, 1>>>(NULL, 1, 0, 0);
}

__global__ void many_barriers(void)
{
    __shared__ __align__(8) uint64_t all[2000];
    for (int i = 0; i < 2000; i++)
        mbarrier_init(&all[i], 1);
}
CASE(barriers_too_many) { many_barriers<<<1, 1>>>(); }

// ---- Clusters -----------------------------------------------------------------------------------

enum meeting { ARRIVES_TWICE, WAITS_FIRST, NO_SUCH_BLOCK, NOT_SHARED };

__global__ void __cluster_dims__(2) meet(float *out, int how)
{
    __shared__ float mine[N];
    if (how != WAITS_FIRST)
        barrier_cluster_arrive();
    if (how == ARRIVES_TWICE)
        barrier_cluster_arrive();
    if (how == NO_SUCH_BLOCK)
        out = (float *)cluster_map_shared(mine, 2);
    if (how == NOT_SHARED)
        out = (float *)cluster_map_shared(out, 1);
    barrier_cluster_wait();
    out[0] = 1;
}
CASE(cluster_arrives_twice) { meet<<<2, 1>>>(zeros(1), ARRIVES_TWICE); }
CASE(cluster_waits_first) { meet<<<2, 1>>>(zeros(1), WAITS_FIRST); }
CASE(cluster_no_such_block) { meet<<<2, 1>>>(zeros(1), NO_SUCH_BLOCK); }
CASE(cluster_not_shared) { meet<<<2, 1>>>(zeros(1), NOT_SHARED); }

// The threads of block 1 wait for each other at different places.
__global__ void __cluster_dims__(2) apart(void)
{
    __shared__ __align__(8) uint64_t never;
    if (cluster_ctarank() == 1 && threadIdx.x == 0) {
        mbarrier_init(&never, 1);
        mbarrier_wait_parity(&never, 0);
    } else if (cluster_ctarank() == 1) {
        __syncthreads();
    }
    barrier_cluster_sync();
}
CASE(cluster_deadlock) { apart<<<2, 2>>>(); }

__global__ void __cluster_dims__(2) alone(void)
{
    if (cluster_ctarank() == 0 || threadIdx.x == 1)
        barrier_cluster_sync();
    else
        __syncthreads();
}
CASE(cluster_barrier_deadlock) { alone<<<2, 2>>>(); }

// Block 1 continues first after the barrier, and uses block 0, which ends too early.
enum use { ARRIVES, READS, SENDS };

__global__ void __cluster_dims__(2)
    leave(const __grid_constant__ CUtensorMap map, float *out, int how)
{
    __shared__ __align__(128) float mine[N];
    __shared__ __align__(8) uint64_t ready;
    mine[threadIdx.x] = 0, fence_proxy_async();
    one_arrival(&ready);
    if (cluster_ctarank() == 0)
        return;
    if (how == ARRIVES)
        mbarrier_arrive_cluster(&ready, 0);
    if (how == READS)
        out[0] = *(float *)cluster_map_shared(mine, 0);
    if (how == SENDS)
        tma_load_2d_multicast(mine, &map, &ready, 0, 0, 1);
}
static void try_leave(int how) { leave<<<2, 1>>>(a_map(), zeros(1), how); }
CASE(leaves_before_arrival) { try_leave(ARRIVES); }
CASE(leaves_before_read) { try_leave(READS); }
CASE(leaves_before_load) { try_leave(SENDS); }

__global__ void __cluster_dims__(2) strangers(int fenced)
{
    __shared__ __align__(8) uint64_t ready;
    mbarrier_init(&ready, 2);
    if (fenced)
        fence_mbarrier_init();
    if (cluster_ctarank() == 1)
        mbarrier_arrive_cluster(&ready, 0);
    barrier_cluster_sync();
    if (cluster_ctarank() == 1)
        mbarrier_arrive_cluster(&ready, 0);
    barrier_cluster_sync();
}
CASE(barrier_of_stranger) { strangers<<<2, 1>>>(1); }
CASE(barrier_not_fenced) { strangers<<<2, 1>>>(0); }

#include "rare_ptx.h"

int main(int argc, char **argv) { return run_cases(argc, argv); }
