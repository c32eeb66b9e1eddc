// expect: ok
// SPDX-License-Identifier: MIT
//
// An all-gather by copy engines with a flag for each chunk, and a kernel that waits for each chunk.
// More copies are under way than the engine follows one by one.
#include <cuda.h>
#include <pthread.h>
#include <stdlib.h>

#include "../headers/check.h"

enum { GPUS = 4, CHUNKS = 8, CHUNK = 512, ALL = GPUS * CHUNKS };
#define CUDA(call) HOST_CHECK((int)(call) == 0)

static int *gathered[GPUS], *own[GPUS], *sums[GPUS], *flags[GPUS];
static pthread_barrier_t barrier;

__device__ int acquire(const int *flag)
{
    int value;
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

__global__ void consume(const int *all, const int *flags, int *sums, int rank)
{
    for (int i = blockIdx.x; i < ALL; i += gridDim.x) {
        const int chunk = (i + rank * CHUNKS) % ALL; // its own come first
        if (threadIdx.x == 0)
            while (acquire(&flags[chunk]) == 0)
                ;
        __syncthreads();
        for (int k = (int)threadIdx.x; k < CHUNK; k += (int)blockDim.x)
            atomicAdd(&sums[chunk], all[chunk * CHUNK + k]);
    }
}

static void allocate(int rank)
{
    int host[CHUNKS * CHUNK];
    for (int i = 0; i < CHUNKS * CHUNK; i++)
        host[i] = rank + i / CHUNK;
    CUDA(cudaSetDevice(rank));
    for (int peer = 0; peer < GPUS; peer++)
        if (peer != rank)
            CUDA(cudaDeviceEnablePeerAccess(peer, 0));
    CUDA(cudaMalloc(&gathered[rank], ALL * CHUNK * sizeof(int)));
    CUDA(cudaMalloc(&own[rank], sizeof host));
    CUDA(cudaMalloc(&sums[rank], ALL * sizeof(int)));
    CUDA(cudaMalloc(&flags[rank], ALL * sizeof(int)));
    CUDA(cudaMemcpy(own[rank], host, sizeof host, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(sums[rank], 0, ALL * sizeof(int)));
    CUDA(cudaMemset(flags[rank], 0, ALL * sizeof(int)));
    CUDA(cudaDeviceSynchronize());
    pthread_barrier_wait(&barrier);
}

static void gather(int rank)
{
    cudaStream_t streams[GPUS], compute;
    int host[ALL];
    for (int i = 0; i < GPUS; i++)
        CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    consume<<<24, 64, 0, compute>>>(gathered[rank], flags[rank], sums[rank], rank);
    for (int c = 0; c < CHUNKS; c++)
        for (int i = 0; i < GPUS; i++) {
            const int to = (rank + i) % GPUS, chunk = rank * CHUNKS + c;
            CUDA(cudaMemcpyPeerAsync(gathered[to] + chunk * CHUNK, to, own[rank] + c * CHUNK, rank,
                                     CHUNK * sizeof(int), streams[i]));
            CUDA(cuStreamWriteValue32(streams[i], (CUdeviceptr)&flags[to][chunk], 1,
                                      CU_STREAM_WRITE_VALUE_DEFAULT));
        }
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(host, sums[rank], sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < ALL; i++)
        HOST_CHECK(host[i] == (i / CHUNKS + i % CHUNKS) * CHUNK);
    for (int i = 0; i < GPUS; i++)
        CUDA(cudaStreamDestroy(streams[i]));
    CUDA(cudaStreamDestroy(compute));
    pthread_barrier_wait(&barrier);
}

static void *run_rank(void *number)
{
    const int rank = (int)(size_t)number;
    allocate(rank);
    gather(rank);
    CUDA(cudaFree(gathered[rank]));
    CUDA(cudaFree(own[rank]));
    CUDA(cudaFree(sums[rank]));
    CUDA(cudaFree(flags[rank]));
    return NULL;
}

int main()
{
    setenv("EMU_GPUS", "4", 0);
    int count;
    pthread_t threads[GPUS];
    cudaGetDeviceCount(&count);
    if (count < GPUS)
        return 0;
    pthread_barrier_init(&barrier, NULL, GPUS);
    for (int r = 0; r < GPUS; r++)
        pthread_create(&threads[r], NULL, run_rank, (void *)(size_t)r);
    for (int r = 0; r < GPUS; r++)
        pthread_join(threads[r], NULL);
    pthread_barrier_destroy(&barrier);
    return check_result();
}
