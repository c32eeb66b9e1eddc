// expect: ok
// SPDX-License-Identifier: MIT
//
// NCCL in streams whose earlier kernel waits for a flag: the calls return, and a later call of the
// program sets the flag. All ranks are in one process.
#include <nccl.h>
#include <stdlib.h>

#include "../headers/check.h"

enum { RANKS = 2, N = 4 };
#define OK(call) HOST_CHECK((call) == ncclSuccess)
#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

__global__ void wait_and_fill(volatile int *flag, float *x, float value)
{
    while (*flag == 0)
        ;
    __threadfence_system();
    for (int i = 0; i < N; i++)
        x[i] = value;
}

__global__ void fill(float *x, float value)
{
    for (int i = 0; i < N; i++)
        x[i] = value;
}

__global__ void twice(float *x)
{
    for (int i = 0; i < N; i++)
        x[i] *= 2;
}

__global__ void set_flag(volatile int *flag)
{
    __threadfence_system();
    *flag = 1;
}

static ncclComm_t comm[RANKS];
static cudaStream_t stream[RANKS];
static float *x[RANKS], *y[RANKS]; // RANKS * N elements
static volatile int *flag;         // in host memory

// Rank 0 waits for the flag and sends 3, rank 1 sends 4.
static void begin()
{
    OK(ncclCommInitAll(comm, RANKS, NULL));
    CUDA(cudaMallocHost((void **)&flag, sizeof *flag));
    *flag = 0;
    for (int r = 0; r < RANKS; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamCreateWithFlags(&stream[r], cudaStreamNonBlocking));
        CUDA(cudaMalloc(&x[r], RANKS * N * sizeof(float)));
        CUDA(cudaMalloc(&y[r], RANKS * N * sizeof(float)));
        if (r == 0)
            wait_and_fill<<<1, 1, 0, stream[r]>>>(flag, x[r], 3);
        else
            fill<<<1, 1, 0, stream[r]>>>(x[r], 4);
    }
}

static void end(float of_0, float of_1)
{
    for (int r = 0; r < RANKS; r++) {
        float host[N];
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamSynchronize(stream[r]));
        CUDA(cudaMemcpy(host, y[r], sizeof host, cudaMemcpyDeviceToHost));
        for (int i = 0; i < N; i++)
            HOST_CHECK(host[i] == (r ? of_1 : of_0));
    }
    for (int r = 0; r < RANKS; r++) {
        CUDA(cudaSetDevice(r));
        OK(ncclCommDestroy(comm[r]));
        CUDA(cudaStreamDestroy(stream[r]));
        CUDA(cudaFree(x[r]));
        CUDA(cudaFree(y[r]));
    }
    CUDA(cudaFreeHost((void *)flag));
}

static void sum()
{
    OK(ncclGroupStart());
    for (int r = 0; r < RANKS; r++)
        OK(ncclAllReduce(x[r], y[r], N, ncclFloat, ncclSum, comm[r], stream[r]));
    OK(ncclGroupEnd());
}

static void host_sets_the_flag()
{
    begin();
    sum();
    for (int r = 0; r < RANKS; r++) {
        CUDA(cudaSetDevice(r));
        twice<<<1, 1, 0, stream[r]>>>(y[r]);
        HOST_CHECK(cudaStreamQuery(stream[r]) == cudaErrorNotReady);
    }
    *flag = 1;
    end(14, 14);
}

// The kernel that sets the flag is launched after the sum, in a stream that does not wait for it.
static void other_gpu_sets_the_flag()
{
    cudaStream_t beside;
    begin();
    sum();
    CUDA(cudaSetDevice(1));
    CUDA(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    set_flag<<<1, 1, 0, beside>>>(flag);
    CUDA(cudaStreamSynchronize(beside));
    end(7, 7);
    CUDA(cudaStreamDestroy(beside));
}

static void exchange()
{
    begin();
    OK(ncclGroupStart());
    for (int r = 0; r < RANKS; r++) {
        OK(ncclSend(x[r], N, ncclFloat, 1 - r, comm[r], stream[r]));
        OK(ncclRecv(y[r], N, ncclFloat, 1 - r, comm[r], stream[r]));
    }
    OK(ncclGroupEnd());
    *flag = 1;
    end(4, 3);
}

// Several in one stream, of which each needs the one before.
static void chain()
{
    begin();
    sum();
    OK(ncclGroupStart());
    for (int r = 0; r < RANKS; r++)
        OK(ncclAllGather(y[r], x[r], N, ncclFloat, comm[r], stream[r])); // 7 everywhere
    OK(ncclGroupEnd());
    OK(ncclGroupStart());
    for (int r = 0; r < RANKS; r++)
        OK(ncclReduceScatter(x[r], y[r], N, ncclFloat, ncclSum, comm[r], stream[r]));
    OK(ncclGroupEnd());
    OK(ncclGroupStart());
    for (int r = 0; r < RANKS; r++)
        OK(ncclReduce(y[r], y[r], N, ncclFloat, ncclSum, 1, comm[r], stream[r]));
    OK(ncclGroupEnd());
    *flag = 1;
    end(14, 28);
}

int main()
{
    setenv("EMU_GPUS", "2", 1);
    host_sets_the_flag();
    other_gpu_sets_the_flag();
    exchange();
    chain();
    return check_result();
}
