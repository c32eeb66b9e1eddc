// expect: ok
// SPDX-License-Identifier: MIT
//
// Cooperative groups: blocks, tiles, coalesced groups, partitions, reduce and scan.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// A function of any group, as in NVIDIA's introduction to cooperative groups.
__device__ int reduce_sum(cg::thread_group group, int *temp, int value)
{
    const int rank = (int)group.thread_rank();
    for (int i = (int)group.size() / 2; i > 0; i /= 2) {
        temp[rank] = value;
        group.sync();
        if (rank < i)
            value += temp[rank + i];
        group.sync();
    }
    return value;
}

template <unsigned int Size>
__device__ unsigned tile_sum(cg::thread_block_tile<Size> tile, unsigned value)
{
    for (int i = tile.size() / 2; i > 0; i /= 2)
        value += tile.shfl_down(value, i);
    return value;
}

template <class Group> __device__ unsigned generic_sum(const Group &group, unsigned value)
{
    return cg::reduce(group, value, cg::plus<unsigned>());
}

__global__ void blocks()
{
    __shared__ int temp[128];
    const cg::thread_block block = cg::this_thread_block();
    const unsigned rank = threadIdx.x + blockDim.x * threadIdx.y;
    CHECK(block.thread_rank() == rank && block.size() == 128 && block.num_threads() == 128);
    CHECK(block.group_index().x == blockIdx.x && block.thread_index().y == threadIdx.y);
    CHECK(block.group_dim().x == 16 && block.dim_threads().y == 8);
    const int sum = reduce_sum(block, temp, rank);
    if (rank == 0)
        CHECK(sum == 127 * 128 / 2);
    block.sync();
    const cg::thread_group quarter = cg::tiled_partition(block, 8);
    CHECK(quarter.size() == 8 && quarter.thread_rank() == rank % 8);
    const int part = reduce_sum(quarter, temp + rank / 8 * 8, 1);
    if (rank % 8 == 0)
        CHECK(part == 8);
    cg::sync(block);
    CHECK(cg::thread_rank(block) == rank && cg::group_size(block) == 128);
    const cg::grid_group grid = cg::this_grid();
    CHECK(grid.size() == 256 && grid.thread_rank() == blockIdx.x * 128 + rank);
    CHECK(grid.num_blocks() == 2 && grid.block_rank() == blockIdx.x && grid.dim_blocks().x == 2);
    block.barrier_wait(block.barrier_arrive());
}

struct record {
    double value;
    char tag;
};

__global__ void tiles()
{
    const cg::thread_block block = cg::this_thread_block();
    const unsigned rank = threadIdx.x;
    const auto warp = cg::tiled_partition<32>(block);
    const cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
    const auto four = cg::tiled_partition<4>(warp);
    CHECK(warp.size() == 32 && warp.thread_rank() == rank % 32 &&
          warp.meta_group_rank() == rank / 32);
    CHECK(warp.meta_group_size() == 2 && eight.meta_group_size() == 8);
    CHECK(eight.thread_rank() == rank % 8 && eight.meta_group_rank() == rank / 8);
    CHECK(four.meta_group_rank() == rank % 32 / 4 && four.meta_group_size() == 8);
    unsigned sum = tile_sum<32>(warp, 1);
    if (warp.thread_rank() == 0)
        CHECK(sum == 32);
    sum = tile_sum<8>(eight, rank);
    if (eight.thread_rank() == 0)
        CHECK(sum == 8 * rank + 28);
    sum = tile_sum<4>(four, 2);
    if (four.thread_rank() == 0)
        CHECK(sum == 8);
    CHECK(eight.shfl(rank, 3) == rank / 8 * 8 + 3 && eight.shfl_xor(rank, 1) == (rank ^ 1));
    CHECK(eight.shfl_up(rank, 2) == (rank % 8 < 2 ? rank : rank - 2));
    CHECK(warp.shfl(2.5 * rank, 4) == 2.5 * (rank / 32 * 32 + 4));
    const record got = eight.shfl(record{rank * 0.5, (char)rank}, 7);
    CHECK(got.value == (rank | 7) * 0.5 && got.tag == (char)(rank | 7));
    CHECK(eight.any(rank % 8 == 2) && !eight.all(rank % 8 == 2) && eight.all(1));
    CHECK(eight.ballot(rank % 2) == 0xAA && four.ballot(rank % 4 == 3) == 8);
    CHECK(eight.match_any(rank % 8 / 4) == (rank % 8 < 4 ? 0x0Fu : 0xF0u));
    int same;
    CHECK(eight.match_all(rank / 8, same) == 0xFF && same);
    CHECK(generic_sum(warp, 1) == 32 && generic_sum(four, rank) == 4 * (rank / 4 * 4) + 6);
    CHECK(cg::reduce(eight, (float)rank, cg::greater<float>()) == (rank | 7));
    CHECK(cg::reduce(eight, rank, cg::less<unsigned>()) == rank / 8 * 8);
    CHECK(cg::reduce(eight, 1u << rank % 8, cg::bit_or<unsigned>()) == 0xFF);
    CHECK(cg::reduce(eight, 2, [](int a, int b) { return a * b; }) == 256);
    CHECK(cg::inclusive_scan(eight, 1u) == rank % 8 + 1 &&
          cg::exclusive_scan(warp, 2u) == rank % 32 * 2);
    CHECK(cg::inclusive_scan(eight, rank % 8, cg::greater<unsigned>()) == rank % 8);
    eight.sync();
    CHECK(cg::this_thread().size() == 1);
}

__global__ void coalesced(int *counter)
{
    const unsigned rank = threadIdx.x;
    if (rank % 3 == 0) { // 11 of 32 lanes
        const cg::coalesced_group group = cg::coalesced_threads();
        const unsigned size = 11;
        CHECK(group.size() == size && group.thread_rank() == rank / 3);
        CHECK(group.shfl(rank, 4) == 12 && group.shfl_down(rank, 1) == min(rank + 3, 30u));
        CHECK(group.shfl_up(rank, 2) == (rank < 6 ? rank : rank - 6));
        CHECK(group.ballot(rank >= 15) == 0x7E0 && group.any(rank == 30) && group.all(rank < 31));
        CHECK(group.match_any(rank < 15) == (rank < 15 ? 0x1Fu : 0x7E0u));
        CHECK(cg::reduce(group, rank, cg::plus<unsigned>()) == 165);
        CHECK(cg::inclusive_scan(group, 1u) == rank / 3 + 1 &&
              cg::exclusive_scan(group, 3u) == rank);
        // one atomic for all the lanes that are here
        int first = 0;
        if (group.thread_rank() == 0)
            first = atomicAdd(counter, (int)group.size());
        first = group.shfl(first, 0);
        CHECK(first + (int)group.thread_rank() < atomicAdd(counter, 0));
        const cg::coalesced_group part = cg::tiled_partition(group, 4);
        CHECK(part.size() == (rank < 24 ? 4 : 3) && part.thread_rank() == rank / 3 % 4);
        group.sync();
    }
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::coalesced_group odd_even = cg::binary_partition(warp, rank % 2 == 1);
    CHECK(odd_even.size() == 16 && odd_even.thread_rank() == rank / 2);
    CHECK(odd_even.meta_group_rank() == rank % 2 && odd_even.meta_group_size() == 2);
    const cg::coalesced_group label = cg::labeled_partition(warp, rank % 5);
    CHECK(label.thread_rank() == rank / 5 && label.meta_group_rank() == rank % 5);
    CHECK(label.size() == (rank % 5 < 2 ? 7 : 6) && label.meta_group_size() == 5);
}

int main()
{
    int *counter;
    cudaMalloc(&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    blocks<<<2, dim3(16, 8)>>>();
    tiles<<<2, 64>>>();
    coalesced<<<1, 32>>>(counter);
    const int failed = check_result();
    cudaFree(counter);
    return failed;
}
