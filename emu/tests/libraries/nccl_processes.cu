// SPDX-License-Identifier: MIT
//
// nccl_processes.cu: NCCL with a process for each GPU, started by fork. Every call has the result
// that nccl.cu expects of threads.
#include <cuda_bf16.h>
#include <nccl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../headers/check.h"

enum { MOST = 4, N = 12, LARGE = 1 << 19, MANY = 1500 };
#define OK(call) HOST_CHECK((call) == ncclSuccess)
#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

struct rank {
    int r, p;
    ncclComm_t comm;
    cudaStream_t stream;
    float *send, *recv; // LARGE elements
};

// Rank r sends 100 r + i.
__global__ void fill(float *x, int n, float from)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = from + i % 1000;
}

static struct rank begin(int r, int p, ncclUniqueId id)
{
    struct rank a;
    int answer = -1;
    a.r = r, a.p = p;
    CUDA(cudaSetDevice(r));
    CUDA(cudaStreamCreate(&a.stream));
    CUDA(cudaMalloc(&a.send, LARGE * sizeof(float)));
    CUDA(cudaMalloc(&a.recv, LARGE * sizeof(float)));
    fill<<<1, 128, 0, a.stream>>>(a.send, LARGE, 100.0f * r);
    OK(ncclCommInitRank(&a.comm, p, id, r));
    OK(ncclCommCount(a.comm, &answer));
    HOST_CHECK(answer == p);
    OK(ncclCommUserRank(a.comm, &answer));
    HOST_CHECK(answer == r);
    return a;
}

// Of three or more ranks the last one ends at once. The others still send to each other.
static void end(struct rank *a)
{
    const bool is_first_to_end = a->p > 2 && a->r == a->p - 1;
    if (a->p > 2 && a->r < 2) {
        usleep(100000);
        if (a->r == 0)
            OK(ncclSend(a->send, 1, ncclFloat, 1, a->comm, a->stream));
        else
            OK(ncclRecv(a->recv, 1, ncclFloat, 0, a->comm, a->stream));
    }
    if (!is_first_to_end) {
        OK(ncclCommFinalize(a->comm));
        OK(ncclCommDestroy(a->comm));
    }
    CUDA(cudaStreamDestroy(a->stream));
    CUDA(cudaFree(a->send));
    CUDA(cudaFree(a->recv));
}

static float received(const struct rank *a, int i)
{
    float value;
    CUDA(cudaStreamSynchronize(a->stream));
    CUDA(cudaMemcpy(&value, a->recv + i, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static void collectives(const struct rank *a)
{
    const int r = a->r, p = a->p, pairs = p * (p - 1) / 2; // the sum of all ranks
    OK(ncclAllReduce(a->send, a->recv, N, ncclFloat, ncclSum, a->comm, a->stream));
    for (int i = 0; i < N; i++)
        HOST_CHECK(received(a, i) == 100.0f * pairs + p * i);
    OK(ncclAllGather(a->send, a->recv, N, ncclFloat, a->comm, a->stream));
    for (int i = 0; i < p * N; i++)
        HOST_CHECK(received(a, i) == 100.0f * (i / N) + i % N);
    OK(ncclReduceScatter(a->send, a->recv, N, ncclFloat, ncclSum, a->comm, a->stream));
    for (int i = 0; i < N; i++)
        HOST_CHECK(received(a, i) == 100.0f * pairs + p * (r * N + i));
    OK(ncclBroadcast(a->send, a->recv, N, ncclFloat, 1, a->comm, a->stream));
    HOST_CHECK(received(a, 5) == 105);
    OK(ncclReduce(a->send, a->recv, N, ncclFloat, ncclMax, 0, a->comm, a->stream));
    HOST_CHECK(received(a, 5) == (r == 0 ? 100.0f * (p - 1) + 5 : 105));
    OK(ncclReduce(a->send, a->recv, N, ncclFloat, ncclAvg, 0, a->comm, a->stream));
    HOST_CHECK(received(a, 5) == (r == 0 ? 100.0f * (p - 1) / 2 + 5 : 105));
    OK(ncclAlltoAll(a->send, a->recv, N, ncclFloat, a->comm, a->stream));
    for (int q = 0; q < p; q++)
        HOST_CHECK(received(a, q * N + 3) == 100.0f * q + r * N + 3);
    OK(ncclAllReduce(a->send, a->recv, LARGE, ncclFloat, ncclSum, a->comm, a->stream));
    HOST_CHECK(received(a, LARGE - 1) == 100.0f * pairs + p * ((LARGE - 1) % 1000));
    OK(ncclBroadcast(a->send, a->recv, 0, ncclFloat, 0, a->comm, a->stream)); // nothing at all
}

static void messages(const struct rank *a)
{
    const int r = a->r, p = a->p, before = (r + p - 1) % p;
    OK(ncclGroupStart()); // a ring
    OK(ncclSend(a->send, N, ncclFloat, (r + 1) % p, a->comm, a->stream));
    OK(ncclRecv(a->recv, N, ncclFloat, before, a->comm, a->stream));
    OK(ncclGroupEnd());
    HOST_CHECK(received(a, 1) == 100.0f * before + 1);
    OK(ncclGroupStart()); // each to each, itself included
    for (int q = 0; q < p; q++) {
        OK(ncclSend(a->send + q, 1, ncclFloat, q, a->comm, a->stream));
        OK(ncclRecv(a->recv + q, 1, ncclFloat, q, a->comm, a->stream));
    }
    OK(ncclGroupEnd());
    for (int q = 0; q < p; q++)
        HOST_CHECK(received(a, q) == 100.0f * q + r);
    // Outside a group, and many more than the other process must have seen when one returns.
    for (int i = 0; i < MANY && r < 2; i++)
        if (r == 0)
            OK(ncclSend(a->send + i, 1, ncclFloat, 1, a->comm, a->stream));
        else
            OK(ncclRecv(a->recv + i, 1, ncclFloat, 0, a->comm, a->stream));
    if (r == 1)
        HOST_CHECK(received(a, 999) == 999 && received(a, MANY - 1) == (MANY - 1) % 1000);
}

// Even and odd ranks, in descending order; then all ranks but the first.
static void splits(const struct rank *a)
{
    const int r = a->r, p = a->p;
    ncclComm_t half, rest;
    int number, size;
    OK(ncclCommSplit(a->comm, r % 2, -r, &half, NULL));
    OK(ncclCommCount(half, &size));
    OK(ncclCommUserRank(half, &number));
    HOST_CHECK(size == (p + 1 - r % 2) / 2 && number == size - 1 - r / 2);
    // Both communicators in one stream, in the order of the calls.
    OK(ncclBroadcast(a->send, a->recv, N, ncclFloat, 0, half, a->stream));
    OK(ncclBroadcast(a->recv, a->recv, N, ncclFloat, p - 1, a->comm, a->stream));
    HOST_CHECK(received(a, 2) == 100.0f * (p - 1) + 2);
    OK(ncclBroadcast(a->send, a->recv, N, ncclFloat, 0, a->comm, a->stream));
    OK(ncclBroadcast(a->recv, a->recv, N, ncclFloat, 0, half, a->stream)); // of one rank, if p = 2
    HOST_CHECK(received(a, 2) == 2);
    OK(ncclCommSplit(a->comm, r ? 7 : NCCL_SPLIT_NOCOLOR, 0, &rest, NULL));
    HOST_CHECK((rest == NULL) == (r == 0));
    if (r > 0) {
        OK(ncclAllReduce(a->send, a->recv, N, ncclFloat, ncclMin, rest, a->stream));
        HOST_CHECK(received(a, 0) == 100);
        OK(ncclCommDestroy(rest));
    }
    OK(ncclCommDestroy(half));
}

static void types(const struct rank *a)
{
    const __nv_bfloat16 x = __float2bfloat16(a->r == 0 ? 256.0f : 1.0f);
    const double y = a->r == 0 ? -1.5 : 4;
    __nv_bfloat16 sum;
    double product;
    CUDA(cudaMemcpy(a->send, &x, sizeof x, cudaMemcpyHostToDevice));
    OK(ncclAllReduce(a->send, a->recv, 1, ncclBfloat16, ncclSum, a->comm, a->stream));
    received(a, 0);
    CUDA(cudaMemcpy(&sum, a->recv, sizeof sum, cudaMemcpyDeviceToHost));
    HOST_CHECK(a->p > 2 || __bfloat162float(sum) == 256); // 257 is not a bfloat16
    CUDA(cudaMemcpy(a->send, &y, sizeof y, cudaMemcpyHostToDevice));
    OK(ncclAllReduce(a->send, a->recv, 1, ncclDouble, ncclProd, a->comm, a->stream));
    received(a, 0);
    CUDA(cudaMemcpy(&product, a->recv, sizeof product, cudaMemcpyDeviceToHost));
    HOST_CHECK(product == -1.5 * 4 * (a->p > 2 ? 4 : 1) * (a->p > 3 ? 4 : 1));
}

static int run_rank(int r, int p, const int *id_pipe)
{
    ncclUniqueId id;
    if (r == 0) {
        OK(ncclGetUniqueId(&id));
        for (int i = 1; i < p; i++)
            HOST_CHECK(write(id_pipe[1], &id, sizeof id) == (ssize_t)sizeof id);
    } else {
        HOST_CHECK(read(id_pipe[0], &id, sizeof id) == (ssize_t)sizeof id);
    }
    struct rank a = begin(r, p, id);
    collectives(&a);
    messages(&a);
    splits(&a);
    types(&a);
    end(&a);
    return check_result();
}

// Two GPUs in a process, by threads or a group, two in the other.
static int run_two_ranks(int process, const int *id_pipe)
{
    ncclUniqueId id;
    ncclComm_t comm[2];
    float *x[2], value;
    if (process == 0) {
        OK(ncclGetUniqueId(&id));
        HOST_CHECK(write(id_pipe[1], &id, sizeof id) == (ssize_t)sizeof id);
    } else {
        HOST_CHECK(read(id_pipe[0], &id, sizeof id) == (ssize_t)sizeof id);
    }
    OK(ncclGroupStart());
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(2 * process + i));
        CUDA(cudaMalloc(&x[i], N * sizeof(float)));
        fill<<<1, 1>>>(x[i], N, 100.0f * (2 * process + i));
        OK(ncclCommInitRank(&comm[i], 4, id, 2 * process + i));
    }
    OK(ncclGroupEnd());
    OK(ncclGroupStart());
    for (int i = 0; i < 2; i++)
        OK(ncclAllReduce(x[i], x[i], N, ncclFloat, ncclSum, comm[i], 0));
    OK(ncclGroupEnd());
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(2 * process + i));
        CUDA(cudaMemcpy(&value, x[i] + 1, sizeof value, cudaMemcpyDeviceToHost));
        HOST_CHECK(value == 604);
        OK(ncclCommDestroy(comm[i]));
        CUDA(cudaFree(x[i]));
    }
    return check_result();
}

static int wait_for(int processes)
{
    int failed = 0, status;
    for (int i = 0; i < processes; i++)
        failed |= wait(&status) < 0 || status != 0;
    return failed;
}

int main(void)
{
    int id_pipe[2], count = MOST, failed = 0;
    setenv("EMU_GPUS", "4", 0);
    if (getenv("GPUS")) // on a machine with fewer
        count = atoi(getenv("GPUS"));
    if (pipe(id_pipe) != 0)
        return 1;
    for (int p = 2; p <= count; p++) { // no process calls CUDA before it forks
        for (int r = 0; r < p; r++)
            if (fork() == 0)
                return run_rank(r, p, id_pipe);
        failed |= wait_for(p);
    }
    for (int process = 0; process < 2 && count == MOST; process++)
        if (fork() == 0)
            return run_two_ranks(process, id_pipe);
    failed |= count == MOST && wait_for(2);
    return failed;
}
