// SPDX-License-Identifier: MIT
//
// nccl.cu: NCCL on two, three and four GPUs of one process: by one thread with groups, and by a
// thread for each GPU.
#include <cuda_bf16.h>
#include <nccl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../headers/check.h"

enum { MOST = 4, N = 12 };
#define OK(call) HOST_CHECK((call) == ncclSuccess)
#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

struct ranks {
    int count;
    ncclComm_t comm[MOST];
    cudaStream_t stream[MOST];
    float *send[MOST], *recv[MOST]; // MOST * N elements
};

__global__ void fill(float *x, int n, float from)
{
    for (int i = 0; i < n; i++)
        x[i] = from + i;
}

// Rank r sends 100 r + i.
static void begin(struct ranks *all, int count)
{
    all->count = count;
    OK(ncclCommInitAll(all->comm, count, NULL));
    for (int r = 0; r < count; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamCreate(&all->stream[r]));
        CUDA(cudaMalloc(&all->send[r], MOST * N * sizeof(float)));
        CUDA(cudaMalloc(&all->recv[r], MOST * N * sizeof(float)));
        fill<<<1, 1, 0, all->stream[r]>>>(all->send[r], MOST * N, 100.0f * r);
    }
}

static void end(struct ranks *all)
{
    for (int r = 0; r < all->count; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamSynchronize(all->stream[r]));
        OK(ncclCommDestroy(all->comm[r]));
        CUDA(cudaStreamDestroy(all->stream[r]));
        CUDA(cudaFree(all->send[r]));
        CUDA(cudaFree(all->recv[r]));
    }
}

static float received(const struct ranks *all, int r, int i)
{
    float value;
    CUDA(cudaSetDevice(r));
    CUDA(cudaStreamSynchronize(all->stream[r]));
    CUDA(cudaMemcpy(&value, all->recv[r] + i, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

#define FOR_EACH_RANK(all, call) \
    do { \
        OK(ncclGroupStart()); \
        for (int r = 0; r < (all)->count; r++) \
            OK(call); \
        OK(ncclGroupEnd()); \
    } while (0)

static void collectives(int count)
{
    struct ranks a;
    begin(&a, count);
    const int p = count, pairs = p * (p - 1) / 2; // the sum of all ranks
    FOR_EACH_RANK(
        &a, ncclAllReduce(a.send[r], a.recv[r], N, ncclFloat, ncclSum, a.comm[r], a.stream[r]));
    for (int r = 0; r < p; r++)
        for (int i = 0; i < N; i++)
            HOST_CHECK(received(&a, r, i) == 100.0f * pairs + p * i);
    FOR_EACH_RANK(&a, ncclAllGather(a.send[r], a.recv[r], N, ncclFloat, a.comm[r], a.stream[r]));
    for (int r = 0; r < p; r++)
        for (int i = 0; i < p * N; i++)
            HOST_CHECK(received(&a, r, i) == 100.0f * (i / N) + i % N);
    FOR_EACH_RANK(
        &a, ncclReduceScatter(a.send[r], a.recv[r], N, ncclFloat, ncclSum, a.comm[r], a.stream[r]));
    for (int r = 0; r < p; r++)
        for (int i = 0; i < N; i++)
            HOST_CHECK(received(&a, r, i) == 100.0f * pairs + p * (r * N + i));
    FOR_EACH_RANK(&a, ncclBroadcast(a.send[r], a.recv[r], N, ncclFloat, 1, a.comm[r], a.stream[r]));
    for (int r = 0; r < p; r++)
        HOST_CHECK(received(&a, r, 5) == 105);
    FOR_EACH_RANK(
        &a, ncclReduce(a.send[r], a.recv[r], N, ncclFloat, ncclMax, 0, a.comm[r], a.stream[r]));
    HOST_CHECK(received(&a, 0, 5) == 100.0f * (p - 1) + 5);
    HOST_CHECK(received(&a, 1, 5) == 105); // of the broadcast
    FOR_EACH_RANK(
        &a, ncclReduce(a.send[r], a.recv[r], N, ncclFloat, ncclAvg, 0, a.comm[r], a.stream[r]));
    HOST_CHECK(received(&a, 0, 5) == 100.0f * (p - 1) / 2 + 5);
    FOR_EACH_RANK(&a, ncclAlltoAll(a.send[r], a.recv[r], N, ncclFloat, a.comm[r], a.stream[r]));
    for (int r = 0; r < p; r++)
        for (int q = 0; q < p; q++)
            HOST_CHECK(received(&a, r, q * N + 3) == 100.0f * q + r * N + 3);
    // In place, and a ring of messages, each rank's in one group.
    FOR_EACH_RANK(
        &a, ncclAllReduce(a.recv[r], a.recv[r], N, ncclFloat, ncclMin, a.comm[r], a.stream[r]));
    HOST_CHECK(received(&a, 1, 3) == 3);
    OK(ncclGroupStart());
    for (int r = 0; r < p; r++) {
        OK(ncclSend(a.send[r], N, ncclFloat, (r + 1) % p, a.comm[r], a.stream[r]));
        OK(ncclRecv(a.recv[r], N, ncclFloat, (r + p - 1) % p, a.comm[r], a.stream[r]));
    }
    OK(ncclGroupEnd());
    for (int r = 0; r < p; r++)
        HOST_CHECK(received(&a, r, 1) == 100.0f * ((r + p - 1) % p) + 1);
    end(&a);
}

// ---- A thread for each GPU ----------------------------------------------------------------------

struct thread_job {
    int rank, count;
    ncclUniqueId id;
};

static void *run_rank(void *arg)
{
    const struct thread_job *job = (const struct thread_job *)arg;
    const int r = job->rank, p = job->count;
    int answer = -1, *x, host[N];
    ncclComm_t comm;
    ncclResult_t error;
    cudaStream_t stream;
    CUDA(cudaSetDevice(r));
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(ncclCommInitRank(&comm, p, job->id, r));
    OK(ncclCommCount(comm, &answer));
    HOST_CHECK(answer == p);
    OK(ncclCommUserRank(comm, &answer));
    HOST_CHECK(answer == r);
    OK(ncclCommCuDevice(comm, &answer));
    HOST_CHECK(answer == r);
    CUDA(cudaMalloc(&x, N * sizeof *x));
    for (int i = 0; i < N; i++)
        host[i] = r + i;
    CUDA(cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, stream));
    for (int round = 0; round < 3; round++) // p times as much each time
        OK(ncclAllReduce(x, x, N, ncclInt, ncclSum, comm, stream));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        HOST_CHECK(host[i] == p * p * (p * (p - 1) / 2 + p * i));
    OK(ncclCommGetAsyncError(comm, &error));
    OK(error);
    OK(ncclCommFinalize(comm));
    OK(ncclCommDestroy(comm));
    CUDA(cudaFree(x));
    CUDA(cudaStreamDestroy(stream));
    return NULL;
}

static void threads(int count)
{
    struct thread_job jobs[MOST];
    pthread_t thread[MOST];
    ncclUniqueId id;
    OK(ncclGetUniqueId(&id));
    for (int r = 0; r < count; r++) {
        jobs[r].rank = r;
        jobs[r].count = count;
        jobs[r].id = id;
        pthread_create(&thread[r], NULL, run_rank, &jobs[r]);
    }
    for (int r = 0; r < count; r++)
        pthread_join(thread[r], NULL);
}

// ---- Types --------------------------------------------------------------------------------------

static void types(void)
{
    struct ranks a;
    begin(&a, 2);
    __nv_bfloat16 x[2] = {__float2bfloat16(256.0f), __float2bfloat16(1.0f)}, sum;
    double y[2] = {-1.5, 4};
    signed char z[2] = {-7, 5}, least;
    for (int r = 0; r < 2; r++) {
        CUDA(cudaSetDevice(r));
        CUDA(cudaMemcpy(a.send[r], &x[r], sizeof x[r], cudaMemcpyHostToDevice));
    }
    FOR_EACH_RANK(
        &a, ncclAllReduce(a.send[r], a.recv[r], 1, ncclBfloat16, ncclSum, a.comm[r], a.stream[r]));
    received(&a, 0, 0);
    CUDA(cudaMemcpy(&sum, a.recv[0], sizeof sum, cudaMemcpyDeviceToHost));
    HOST_CHECK(__bfloat162float(sum) == 256); // 257 is not a bfloat16
    for (int r = 0; r < 2; r++)
        CUDA(cudaMemcpy(a.send[r], &y[r], sizeof y[r], cudaMemcpyHostToDevice));
    FOR_EACH_RANK(
        &a, ncclAllReduce(a.send[r], a.recv[r], 1, ncclDouble, ncclProd, a.comm[r], a.stream[r]));
    received(&a, 1, 0);
    CUDA(cudaMemcpy(y, a.recv[1], sizeof *y, cudaMemcpyDeviceToHost));
    HOST_CHECK(y[0] == -6);
    for (int r = 0; r < 2; r++)
        CUDA(cudaMemcpy(a.send[r], &z[r], sizeof z[r], cudaMemcpyHostToDevice));
    FOR_EACH_RANK(
        &a, ncclAllReduce(a.send[r], a.recv[r], 1, ncclInt8, ncclMin, a.comm[r], a.stream[r]));
    received(&a, 1, 0);
    CUDA(cudaMemcpy(&least, a.recv[1], sizeof least, cudaMemcpyDeviceToHost));
    HOST_CHECK(least == -7);
    end(&a);
}

// ---- Splitting ----------------------------------------------------------------------------------

// Even and odd ranks, in descending order; rank 0 takes part in neither of the last split.
static void splits(int count)
{
    struct ranks a;
    ncclComm_t half[MOST], rest[MOST];
    int number, size;
    begin(&a, count);
    FOR_EACH_RANK(&a, ncclCommSplit(a.comm[r], r % 2, -r, &half[r], NULL));
    for (int r = 0; r < count; r++) {
        OK(ncclCommCount(half[r], &size));
        OK(ncclCommUserRank(half[r], &number));
        HOST_CHECK(size == (count + 1 - r % 2) / 2 && number == size - 1 - r / 2);
    }
    // Both communicators in one stream, in the order of the calls.
    for (int turn = 0; turn < 2; turn++)
        FOR_EACH_RANK(&a,
                      ncclBroadcast(turn ? a.recv[r] : a.send[r], a.recv[r], N, ncclFloat,
                                    turn ? count - 1 : 0, turn ? a.comm[r] : half[r], a.stream[r]));
    for (int r = 0; r < count; r++) // the last rank of all, whose half's first rank it is
        HOST_CHECK(received(&a, r, 2) == 100.0f * (count - 1) + 2);
    FOR_EACH_RANK(&a, ncclCommSplit(a.comm[r], r ? 7 : NCCL_SPLIT_NOCOLOR, 0, &rest[r], NULL));
    HOST_CHECK(rest[0] == NULL);
    for (int r = 0; r < count; r++) {
        if (r > 0) {
            OK(ncclCommUserRank(rest[r], &number));
            HOST_CHECK(number == r - 1);
            OK(ncclCommDestroy(rest[r]));
        }
        OK(ncclCommDestroy(half[r]));
    }
    end(&a);
}

// ---- Registered memory --------------------------------------------------------------------------

// Symmetric windows: the same offsets on all ranks, in memory of different addresses.
static void windows(int count)
{
    struct ranks a;
    float *memory[MOST];
    ncclWindow_t window[MOST];
    void *handle[MOST];
    begin(&a, count);
    for (int r = 0; r < count; r++) {
        CUDA(cudaSetDevice(r));
        OK(ncclMemAlloc((void **)&memory[r], 3 * N * sizeof(float)));
        OK(ncclCommRegister(a.comm[r], a.send[r], N * sizeof(float), &handle[r]));
        fill<<<1, 1, 0, a.stream[r]>>>(memory[r], N, (float)r);
    }
    FOR_EACH_RANK(&a, ncclCommWindowRegister(a.comm[r], memory[r], 3 * N * sizeof(float),
                                             &window[r], NCCL_WIN_COLL_SYMMETRIC));
    FOR_EACH_RANK(&a, ncclAllReduce(memory[r], memory[r] + 2 * N, N, ncclFloat, ncclSum, a.comm[r],
                                    a.stream[r]));
    for (int r = 0; r < count; r++) {
        float sum;
        CUDA(cudaSetDevice(r));
        CUDA(cudaStreamSynchronize(a.stream[r]));
        CUDA(cudaMemcpy(&sum, memory[r] + 2 * N + 1, sizeof sum, cudaMemcpyDeviceToHost));
        HOST_CHECK(sum == count * (count - 1) / 2 + count);
        HOST_CHECK(window[r] != NULL && handle[r] != NULL);
        OK(ncclCommWindowDeregister(a.comm[r], window[r]));
        OK(ncclCommWindowDeregister(a.comm[r], NULL));
        OK(ncclCommDeregister(a.comm[r], handle[r]));
        OK(ncclMemFree(memory[r]));
    }
    end(&a);
}

int main(void)
{
    int version, count;
    setenv("EMU_GPUS", "4", 0);
    CUDA(cudaGetDeviceCount(&count));
    OK(ncclGetVersion(&version));
    HOST_CHECK(version == NCCL_VERSION_CODE);
    HOST_CHECK(strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
    for (int p = 2; p <= MOST && p <= count; p++) {
        collectives(p);
        threads(p);
        splits(p);
        windows(p);
    }
    if (count > 1)
        types();
    return check_result();
}
