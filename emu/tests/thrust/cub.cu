// expect: ok
// SPDX-License-Identifier: MIT
//
// CUB by NVIDIA's own headers, as kernels under the checks: a block's loads, scan, sum, sort and
// stores, a warp's sum and scan, and the algorithms of a whole device.
#include <cub/cub.cuh>
#include <stdio.h>
#include <stdlib.h>

// CUB includes the headers of both.
static_assert(sizeof(__half) == 2 && sizeof(nv_bfloat16) == 2, "bytes");

const int THREADS = 64, ITEMS = 4, TILE = THREADS * ITEMS, BLOCKS = 3, N = BLOCKS * TILE;

__global__ void tiles(const int *in, int *scanned, int *sorted, int *total)
{
    using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, THREADS>;
    using Reduce = cub::BlockReduce<int, THREADS>;
    using Sort = cub::BlockRadixSort<int, THREADS, ITEMS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
        typename Sort::TempStorage sort;
    } temp;
    const int first = blockIdx.x * TILE;
    int items[ITEMS], before[ITEMS];
    Load(temp.load).Load(in + first, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(items, before);
    __syncthreads();
    Store(temp.store).Store(scanned + first, before);
    __syncthreads();
    const int sum = Reduce(temp.reduce).Sum(items);
    if (threadIdx.x == 0)
        total[blockIdx.x] = sum;
    __syncthreads();
    Sort(temp.sort).Sort(items);
    __syncthreads();
    Store(temp.store).Store(sorted + first, items);
}

__global__ void warps(int *out)
{
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int>;
    __shared__ typename Reduce::TempStorage reduce[THREADS / 32];
    __shared__ typename Scan::TempStorage scan[THREADS / 32];
    const int warp = threadIdx.x / 32;
    const int sum = Reduce(reduce[warp]).Sum(threadIdx.x);
    int before;
    Scan(scan[warp]).ExclusiveSum(1, before);
    out[threadIdx.x] = threadIdx.x % 32 == 0 ? sum : before;
}

static int wrong;
static void check(bool ok, const char *what, int i)
{
    if (!ok && wrong++ < 10)
        printf("%s: %d is wrong\n", what, i);
}

// Each algorithm is asked twice: for how much memory it wants, and to do it.
#define CUB(call) \
    do { \
        void *temp = nullptr; \
        size_t bytes = 0; \
        check(call == cudaSuccess, #call, 0); \
        cudaMalloc(&temp, bytes); \
        check(call == cudaSuccess, #call, 1); \
        check(cudaDeviceSynchronize() == cudaSuccess, #call, 2); \
        cudaFree(temp); \
    } while (0)

int main()
{
    int *in, *scanned, *sorted, *total;
    cudaMallocManaged(&in, N * sizeof *in);
    cudaMallocManaged(&scanned, N * sizeof *in);
    cudaMallocManaged(&sorted, N * sizeof *in);
    cudaMallocManaged(&total, THREADS * sizeof *in);
    int sum = 0, most = -1000;
    for (int i = 0; i < N; i++) {
        in[i] = rand() % 1000 - 500;
        sum += in[i];
        most = in[i] > most ? in[i] : most;
    }
    tiles<<<BLOCKS, THREADS>>>(in, scanned, sorted, total);
    cudaDeviceSynchronize();
    for (int b = 0; b < BLOCKS; b++) {
        int before = 0;
        for (int i = b * TILE; i < (b + 1) * TILE; before += in[i++]) {
            check(scanned[i] == before, "block scan", i);
            check(i % TILE == 0 || sorted[i] >= sorted[i - 1], "block sort", i);
        }
        check(total[b] == before, "block sum", b);
    }
    warps<<<1, THREADS>>>(total);
    cudaDeviceSynchronize();
    for (int i = 0; i < THREADS; i++)
        check(total[i] == (i == 0 ? 496 : i == 32 ? 1520 : i % 32), "warp", i);

    CUB(cub::DeviceReduce::Sum(temp, bytes, in, total, N));
    CUB(cub::DeviceReduce::Max(temp, bytes, in, total + 1, N));
    check(total[0] == sum && total[1] == most, "device reduce", total[0]);
    CUB(cub::DeviceScan::InclusiveSum(temp, bytes, in, scanned, N));
    check(scanned[N - 1] == sum, "device scan", scanned[N - 1]);
    CUB(cub::DeviceRadixSort::SortKeys(temp, bytes, in, sorted, N));
    for (int i = 1; i < N; i++)
        check(sorted[i] >= sorted[i - 1], "device sort", i);

    // More than a tile: threads that have several elements, blocks that pass their sums on.
    const int many = 20000;
    float *x, *sums;
    cudaMallocManaged(&x, many * sizeof *x);
    cudaMallocManaged(&sums, many * sizeof *x);
    for (int i = 0; i < many; i++)
        x[i] = (float)(i % 3);
    CUB(cub::DeviceScan::InclusiveSum(temp, bytes, x, sums, many));
    for (int i = 0; i < many; i++)
        check(sums[i] == (float)(i / 3 * 3 + i % 3 + i % 3 / 2), "device scan of tiles", i);
    CUB(cub::DeviceReduce::Max(temp, bytes, sums, x, many));
    check(x[0] == sums[many - 1], "device maximum of tiles", (int)x[0]);
    for (int i = 0; i < many; i++)
        x[i] = (float)(i * 7919LL % 10007);
    CUB(cub::DeviceRadixSort::SortKeys(temp, bytes, x, sums, many));
    for (int i = 1; i < many; i++)
        check(sums[i] >= sums[i - 1], "device sort of tiles", i);
    cudaFree(x);
    cudaFree(sums);
    cudaFree(in);
    cudaFree(scanned);
    cudaFree(sorted);
    cudaFree(total);
    return wrong != 0;
}
