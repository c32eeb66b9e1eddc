// expect: ok
// SPDX-License-Identifier: MIT
//
// <cuda/atomic>, <cuda/barrier>, <cuda/pipeline> of libcu++.
#include "check.h"
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

enum { THREADS = 64, STAGES = 2, ROUNDS = 6 };

static_assert(cuda::std::is_same<cuda::std::plus<int>, std::plus<int>>::value &&
                  cuda::std::is_same<cuda::std::pair<int, int>, std::pair<int, int>>::value &&
                  cuda::std::numeric_limits<int>::max() == std::numeric_limits<int>::max(),
              "names of cuda::std without libcu++ are the host library's");

// ---- Atomics ------------------------------------------------------------------------------------

__global__ void count(cuda::atomic<int, cuda::thread_scope_device> *total, unsigned *plain,
                      float *sum)
{
    total->fetch_add(2, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> most(*plain);
    most.fetch_max(threadIdx.x + blockIdx.x);
    cuda::atomic_ref<float>(*sum) += 0.5f;
}

// Block 1 waits for what block 0 publishes.
__global__ void publish(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag)
{
    if (blockIdx.x == 0) {
        *data = 42;
        flag->store(1, cuda::memory_order_release);
    } else {
        while (flag->load(cuda::memory_order_acquire) == 0)
            ;
        CHECK(*data == 42);
    }
}

static void atomics()
{
    cuda::atomic<int, cuda::thread_scope_device> *total;
    unsigned *plain;
    float *sum;
    int *data;
    cudaMallocManaged(&total, sizeof *total);
    cudaMallocManaged(&plain, sizeof *plain);
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocManaged(&data, sizeof *data);
    *total = 0;
    *plain = 0;
    *sum = 0;
    count<<<4, THREADS>>>(total, plain, sum);
    cudaDeviceSynchronize();
    HOST_CHECK(*total == 8 * THREADS && *plain == THREADS + 2 && *sum == 2 * THREADS);
    int expected = 5;
    HOST_CHECK(!total->compare_exchange_strong(expected, 1) && expected == 8 * THREADS);
    total->store(0);
    publish<<<2, 1>>>(data, total);
    cudaDeviceSynchronize();
    volatile cuda::std::atomic<unsigned> seen(7);
    HOST_CHECK(seen.fetch_add(1) == 7 && seen.load(cuda::memory_order_acquire) == 8);
    cuda::std::atomic<unsigned long long> host(1);
    HOST_CHECK(host++ == 1 && host == 2);
    cudaFree(total);
    cudaFree(plain);
    cudaFree(sum);
    cudaFree(data);
}

// ---- Barriers -----------------------------------------------------------------------------------

__global__ void turned_round(const int *from)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ __align__(16) int tile[THREADS];
    const int i = threadIdx.x;
    if (i == 0)
        init(&barrier, THREADS);
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        cuda::memcpy_async(&tile[i], &from[i], sizeof(int), barrier);
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
        CHECK(tile[THREADS - 1 - i] == THREADS - 1 - i);
        barrier.arrive_and_wait();
    }
    if (i >= THREADS / 2)
        barrier.arrive_and_drop();
    else
        barrier.arrive_and_wait();
    if (i < THREADS / 2)
        barrier.arrive_and_wait();
}

// ---- Pipelines ----------------------------------------------------------------------------------

__global__ void own_pipeline(const int4 *from)
{
    __shared__ int4 stage[STAGES][THREADS];
    auto pipe = cuda::make_pipeline();
    const int i = threadIdx.x;
    const auto size = cuda::aligned_size_t<16>(sizeof(int4));
    for (int computed = 0, fetched = 0; computed < ROUNDS; computed++) {
        for (; fetched < ROUNDS && fetched < computed + STAGES; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[fetched % STAGES][i], &from[i], size, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        CHECK(stage[computed % STAGES][i].y == 4 * i + 1);
        pipe.consumer_release();
    }
}

__global__ void shared_pipeline(const int *from, int producers)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ __align__(16) int stage[STAGES][THREADS];
    auto block = cg::this_thread_block();
    const int i = threadIdx.x;
    if (producers == 0) { // all do both
        auto pipe = cuda::make_pipeline(block, &state);
        for (int round = 0; round < ROUNDS; round++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[round % STAGES], from, sizeof stage[0], pipe);
            pipe.producer_commit();
            pipe.consumer_wait();
            CHECK(stage[round % STAGES][THREADS - 1 - i] == THREADS - 1 - i);
            pipe.consumer_release();
        }
        return;
    }
    auto pipe = cuda::make_pipeline(block, &state, (size_t)producers);
    for (int round = 0; round < ROUNDS; round++)
        if (i < producers) {
            pipe.producer_acquire();
            for (int k = i; k < THREADS; k += producers)
                cuda::memcpy_async(&stage[round % STAGES][k], &from[k], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            CHECK(stage[round % STAGES][i - producers] == i - producers);
            pipe.consumer_release();
        }
}

int main()
{
    int host[4 * THREADS], *from;
    for (int i = 0; i < 4 * THREADS; i++)
        host[i] = i;
    cudaMalloc(&from, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    atomics();
    turned_round<<<1, THREADS>>>(from);
    own_pipeline<<<1, THREADS>>>((const int4 *)from);
    shared_pipeline<<<1, THREADS>>>(from, 0);
    shared_pipeline<<<1, THREADS>>>(from, 16);
    const int status = check_result();
    cudaFree(from);
    return status;
}
