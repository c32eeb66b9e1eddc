// SPDX-License-Identifier: MIT
//
// rare_processes.cu: as rare.cu, one function for each mistake between ranks of NCCL that are
// different processes. What one of them prints is compared; the others are silent.
#include <fcntl.h>
#include <nccl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "rare_cases.h"

enum { N = 16 };

static ncclComm_t comm;
static cudaStream_t stream;
static float *from, *to;
static bool is_killed; // the silent ranks, after some time

static void use_gpu(int gpu)
{
    cudaSetDevice(gpu);
    cudaStreamCreate(&stream);
    cudaMalloc(&from, N * sizeof(float));
    cudaMalloc(&to, 4 * N * sizeof(float));
    cudaMemset(from, 0, N * sizeof(float));
}

// Forks: this process is rank `heard`, the others are silent. Of `ranks` ranks so many join. Returns
// the rank.
static int begin(int ranks, int heard, int joining)
{
    int rank = heard, ids[2];
    ncclUniqueId id;
    setenv("EMU_GPUS", "4", 1);
    setenv("EMU_TIMEOUT", "0.5", 1);
    if (pipe(ids) != 0)
        exit(2);
    for (int r = 0; r < joining && rank == heard; r++)
        if (r != heard && fork() == 0) {
            dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
            rank = r;
            ualarm(is_killed ? 300000 : 0, 0);
        }
    if (rank == heard) {
        ncclGetUniqueId(&id);
        for (int r = 1; r < joining; r++)
            if (write(ids[1], &id, sizeof id) < 0)
                exit(2);
    } else if (read(ids[0], &id, sizeof id) != sizeof id) {
        exit(2);
    }
    use_gpu(rank);
    ncclCommInitRank(&comm, ranks, id, rank);
    return rank;
}

CASE(processes_counts_differ)
{
    const int rank = begin(2, 0, 2);
    ncclAllReduce(from, to, N - rank, ncclFloat, ncclSum, comm, stream);
}

// The same as another rank sees it: its own line comes first.
CASE(processes_order_differs)
{
    if (begin(3, 2, 3) == 0)
        ncclAllReduce(from, to, N, ncclFloat, ncclSum, comm, stream);
    else
        ncclAllGather(from, to, N, ncclFloat, comm, stream);
}

CASE(processes_message_sizes_differ)
{
    if (begin(2, 0, 2) == 0)
        ncclSend(from, N, ncclFloat, 1, comm, stream);
    else
        ncclRecv(to, N, ncclDouble, 0, comm, stream);
}

CASE(processes_rank_is_killed)
{
    if (begin(3, 0, 3) == 1)
        raise(SIGKILL);
    ncclAllReduce(from, to, N, ncclFloat, ncclSum, comm, stream);
}

CASE(processes_sender_is_killed)
{
    if (begin(2, 0, 2) == 1)
        raise(SIGKILL);
    ncclRecv(to, N, ncclFloat, 1, comm, stream);
}

// While it waits for rank 2, which does not exist.
CASE(processes_rank_is_killed_early)
{
    is_killed = true;
    begin(3, 0, 2);
}

CASE(processes_rank_never_calls)
{
    if (begin(2, 0, 2) == 1)
        usleep(2000000);
    else
        ncclAllReduce(from, to, N, ncclFloat, ncclSum, comm, stream);
}

CASE(processes_both_receive)
{
    const int rank = begin(2, 0, 2);
    ncclRecv(to, N, ncclFloat, 1 - rank, comm, stream);
}

CASE(processes_split_not_by_all)
{
    ncclComm_t half;
    if (begin(2, 0, 2) == 1)
        usleep(2000000);
    else
        ncclCommSplit(comm, 0, 0, &half, NULL);
}

// The stream is not waited for.
CASE(processes_end_early)
{
    if (begin(2, 0, 2) == 1) {
        usleep(2000000);
    } else {
        ncclAllReduce(from, to, N, ncclFloat, ncclSum, comm, stream);
        exit(3); // not 0: leaks are not reported
    }
}

int main(int argc, char **argv) { return run_cases(argc, argv); }
