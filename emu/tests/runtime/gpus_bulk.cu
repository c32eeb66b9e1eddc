// expect: ok
// SPDX-License-Identifier: MIT
//
// Bulk copies from and to the memory of another GPU: the kernel waits for a flag, loads a tile from
// the peer, stores the result there, and adds it to another tile there.
#include <stdint.h>
#include <stdlib.h>

#include "../headers/check.h"

enum { N = 64 };
#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

__device__ uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__global__ void add_one(const float *from, float *to, float *sum, volatile int *flag)
{
    __shared__ alignas(128) float tile[N];
    __shared__ alignas(8) uint64_t full;
    const uint32_t at = shared_address(tile), barrier = shared_address(&full);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        while (*flag == 0)
            ;
        __threadfence_system();
        asm volatile("fence.proxy.async;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(barrier)
                     : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                     "[%1], 256, [%2];" ::"r"(at),
                     "l"(from), "r"(barrier)
                     : "memory");
    }
    __syncthreads();
    asm volatile("{ .reg .pred done; WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0; "
                 "@!done bra WAIT; }" ::"r"(barrier)
                 : "memory");
    tile[threadIdx.x] += 1;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(to),
                     "r"(at)
                     : "memory");
        asm volatile(
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 256;" ::"l"(
                sum),
            "r"(at)
            : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

__global__ void fill(float *x, volatile int *flag)
{
    x[threadIdx.x] = threadIdx.x;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0)
        *flag = 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float *from, *to, *sum, host[N];
    int *flag, gpus;
    cudaDeviceProp prop;
    cudaGetDeviceCount(&gpus);
    if (gpus < 2 || cudaGetDeviceProperties(&prop, 0) != cudaSuccess || prop.major < 9)
        return 0;
    CUDA(cudaSetDevice(1));
    CUDA(cudaMalloc(&from, sizeof host));
    CUDA(cudaMalloc(&to, sizeof host));
    CUDA(cudaMalloc(&sum, sizeof host));
    CUDA(cudaMemset(sum, 0, sizeof host));
    CUDA(cudaMalloc(&flag, sizeof *flag));
    CUDA(cudaMemset(flag, 0, sizeof *flag));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaSetDevice(0));
    CUDA(cudaDeviceEnablePeerAccess(1, 0));
    add_one<<<1, N>>>(from, to, sum, flag);
    add_one<<<1, N>>>(from, to, sum, flag);
    CUDA(cudaSetDevice(1));
    fill<<<1, N>>>(from, flag);
    CUDA(cudaSetDevice(0));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(host, to, sizeof host, cudaMemcpyDefault));
    for (int i = 0; i < N; i++)
        HOST_CHECK(host[i] == i + 1);
    CUDA(cudaMemcpy(host, sum, sizeof host, cudaMemcpyDefault));
    for (int i = 0; i < N; i++)
        HOST_CHECK(host[i] == 2 * (i + 1));
    CUDA(cudaFree(from));
    CUDA(cudaFree(to));
    CUDA(cudaFree(sum));
    CUDA(cudaFree(flag));
    return check_result();
}
