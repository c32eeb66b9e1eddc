// foreign: cooperative groups: block, tiled partitions of 32, 16 and 4, cg::reduce, shuffles and votes of tiles, coalesced groups
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;
#define CHECK(x) do { if ((x) != cudaSuccess) { printf("error at line %d\n", __LINE__); exit(1); } } while (0)

__device__ int thread_sum(const int *input, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += input[i];
    return sum;
}

// any group that can sync and knows its rank, with its own piece of shared memory
template <class Group> __device__ int reduce_sum(Group g, int *temp, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i) val += temp[lane + i];
        g.sync();
    }
    return val;     // only rank 0 has the full sum
}

__global__ void sum_block(int *sum, const int *input, int n)
{
    extern __shared__ int temp[];
    auto block = cg::this_thread_block();
    int s = reduce_sum(block, temp, thread_sum(input, n));
    if (block.thread_rank() == 0) atomicAdd(sum, s);
}

__global__ void sum_tiles(int *sum, const int *input, int n)
{
    extern __shared__ int temp[];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int *mine = temp + tile.meta_group_rank() * tile.size();
    int s = reduce_sum(tile, mine, thread_sum(input, n));
    if (tile.thread_rank() == 0) atomicAdd(sum, s);
}

template <int TILE> __global__ void sum_shuffle(int *sum, const int *input, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<TILE> tile = cg::tiled_partition<TILE>(block);
    int v = thread_sum(input, n);
    for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
    if (tile.thread_rank() == 0) atomicAdd(sum, v);
}

__global__ void sum_cg_reduce(int *sum, int *most, const int *input, int n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int v = thread_sum(input, n);
    int total = cg::reduce(warp, v, cg::plus<int>());
    int top = cg::reduce(warp, v, cg::greater<int>());
    if (warp.thread_rank() == 0) {
        atomicAdd(sum, total);
        atomicMax(most, top);
    }
}

__global__ void count_multiples(int *count, const int *input, int n, int of)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && input[i] % of == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(count, (int)active.size());
    }
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned votes = warp.ballot(i < n && input[i] % of == 0);
    if (warp.any(votes != 0) && warp.thread_rank() == 0) atomicAdd(count + 1, __popc(votes));
}

int main()
{
    const int n = 20011, threads = 128, blocks = 20;
    std::vector<int> h(n);
    int want = 0, multiples = 0, bad = 0;
    for (int i = 0; i < n; ++i) {
        want += h[i] = (i * 17) % 29;
        multiples += h[i] % 7 == 0;
    }
    int *input, *result, r[2];
    CHECK(cudaMalloc(&input, n * sizeof(int)));
    CHECK(cudaMalloc(&result, 2 * sizeof(int)));
    CHECK(cudaMemcpy(input, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    for (int k = 0; k < 6; ++k) {
        CHECK(cudaMemset(result, 0, 2 * sizeof(int)));
        if (k == 0) sum_block<<<blocks, threads, threads * sizeof(int)>>>(result, input, n);
        if (k == 1) sum_tiles<<<blocks, threads, threads * sizeof(int)>>>(result, input, n);
        if (k == 2) sum_shuffle<32><<<blocks, threads>>>(result, input, n);
        if (k == 3) sum_shuffle<4> <<< blocks, threads >>> (result, input, n);
        if (k == 4) sum_cg_reduce<<<blocks, threads>>>(result, result + 1, input, n);
        if (k == 5) count_multiples<<<(n + threads - 1) / threads, threads>>>(result, input, n, 7);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(r, result, sizeof(r), cudaMemcpyDeviceToHost));
        bool ok = k < 5 ? r[0] == want : r[0] == multiples && r[1] == multiples;
        if (!ok) printf("way %d: %d %d\n", k, r[0], r[1]);
        bad += !ok;
    }
    CHECK(cudaFree(input));
    CHECK(cudaFree(result));
    puts(bad ? "FAIL" : "PASS");
    return bad;
}
