// expect: ok
// SPDX-License-Identifier: MIT
//
// Cooperative groups beyond a warp: tiles of several warps, their reduce and scan; clusters.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void large_tiles(int *next, int *total)
{
    __shared__ cg::block_tile_memory<512> memory;
    __shared__ int row[512];
    const cg::thread_block block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<128>(block);
    const cg::thread_block_tile<64> pair = cg::tiled_partition<64>(tile);
    const int rank = threadIdx.x, in_tile = rank % 128, in_pair = rank % 64;
    CHECK(tile.size() == 128 && (int)tile.thread_rank() == in_tile && tile.meta_group_size() == 4);
    CHECK((int)tile.meta_group_rank() == rank / 128 && pair.meta_group_size() == 2);
    CHECK((int)pair.meta_group_rank() == in_tile / 64 && pair.num_threads() == 64);
    // Tiles go their own ways: each meets as often as it likes.
    for (int i = 0; i <= rank / 128; i++) {
        row[rank] = rank + i;
        tile.sync();
        CHECK(row[rank ^ 127] == (rank ^ 127) + i);
        tile.sync();
    }
    CHECK(tile.shfl(rank * 0.5, 100) == (rank / 128 * 128 + 100) * 0.5);
    CHECK(pair.shfl(rank, 63) == rank / 64 * 64 + 63);
    CHECK(tile.any(in_tile == 90) && !tile.all(in_tile == 90) && tile.all(1) && !pair.any(0));
    CHECK(cg::reduce(tile, rank, cg::plus<int>()) == 128 * (rank / 128 * 128) + 127 * 64);
    CHECK(cg::reduce(pair, in_pair, cg::greater<int>()) == 63);
    CHECK(cg::inclusive_scan(tile, 1) == in_tile + 1 && cg::exclusive_scan(pair, 2) == 2 * in_pair);
    const auto warp = cg::tiled_partition<32>(tile);
    CHECK(warp.meta_group_size() == 4 && (int)warp.meta_group_rank() == in_tile / 32);
    CHECK(cg::invoke_one_broadcast(warp, [=] { return rank; }) == rank / 32 * 32);

    // One atomic for a whole tile.
    cuda::atomic_ref<int, cuda::thread_scope_device> at(*next), sum(*total);
    const int place = cg::exclusive_scan_update(warp, at, 2, cg::plus<int>());
    CHECK(place >= 0 && place < 1024 && place % 2 == 0);
    CHECK(cg::inclusive_scan(warp, 2) - 2 == place - warp.shfl(place, 0));
    cg::reduce_update_async(pair, sum, 1, cg::plus<int>());
}

__global__ void __cluster_dims__(2, 1, 1) clusters()
{
    __shared__ int mine;
    const cg::cluster_group cluster = cg::this_cluster();
    const cg::grid_group grid = cg::this_grid();
    CHECK(cluster.num_blocks() == 2 && cluster.block_rank() == blockIdx.x % 2);
    CHECK(cluster.dim_blocks().x == 2 && cluster.block_index().x == blockIdx.x % 2);
    CHECK(cluster.num_threads() == 64 &&
          cluster.thread_rank() == blockIdx.x % 2 * 32 + threadIdx.x);
    CHECK(grid.num_clusters() == 2 && grid.cluster_rank() == blockIdx.x / 2);
    if (threadIdx.x == 0)
        mine = (int)blockIdx.x;
    cluster.sync();
    const int *peer = cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
    CHECK(*peer == (int)(blockIdx.x ^ 1));
    CHECK(cluster.query_shared_rank(peer) == (cluster.block_rank() ^ 1));
    cluster.barrier_arrive();
    cluster.barrier_wait();
}

int main()
{
    int *count, host[2];
    cudaMalloc(&count, sizeof host);
    cudaMemset(count, 0, sizeof host);
    large_tiles<<<1, 512>>>(count, count + 1);
    cudaMemcpy(host, count, sizeof host, cudaMemcpyDeviceToHost);
    HOST_CHECK(host[0] == 1024 && host[1] == 512);
    clusters<<<4, 32>>>();
    const int failed = check_result();
    cudaFree(count);
    return failed;
}
