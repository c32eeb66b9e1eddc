// SPDX-License-Identifier: MIT
//
// rare_nccl.cu: as rare.cu, one function for each mistake between the ranks of NCCL, and between
// the copies and kernels of two GPUs.
#include <nccl.h>
#include <pthread.h>
#include <stdlib.h>

#include "rare_cases.h"

enum { RANKS = 2, N = 16 };

static ncclComm_t comm[RANKS];
static cudaStream_t stream[RANKS];
static float *from[RANKS], *to[RANKS];

static void begin(void)
{
    setenv("EMU_GPUS", "2", 1);
    setenv("EMU_TIMEOUT", "0.5", 1);
    ncclCommInitAll(comm, RANKS, NULL);
    for (int r = 0; r < RANKS; r++) {
        cudaSetDevice(r);
        cudaStreamCreate(&stream[r]);
        cudaMalloc(&from[r], N * sizeof(float));
        cudaMalloc(&to[r], RANKS * N * sizeof(float));
        cudaMemset(from[r], 0, N * sizeof(float));
        cudaMemset(to[r], 0, RANKS * N * sizeof(float));
        cudaDeviceSynchronize();
    }
}

CASE(nccl_counts_differ)
{
    begin();
    ncclGroupStart();
    ncclAllReduce(from[0], to[0], N, ncclFloat, ncclSum, comm[0], stream[0]);
    ncclAllReduce(from[1], to[1], N - 1, ncclFloat, ncclSum, comm[1], stream[1]);
    ncclGroupEnd();
}

CASE(nccl_types_differ)
{
    begin();
    ncclGroupStart();
    ncclAllGather(from[0], to[0], N, ncclFloat, comm[0], stream[0]);
    ncclAllGather(from[1], to[1], N, ncclInt, comm[1], stream[1]);
    ncclGroupEnd();
}

CASE(nccl_operations_differ)
{
    begin();
    ncclGroupStart();
    ncclAllReduce(from[0], to[0], N, ncclFloat, ncclSum, comm[0], stream[0]);
    ncclAllReduce(from[1], to[1], N, ncclFloat, ncclMax, comm[1], stream[1]);
    ncclGroupEnd();
}

CASE(nccl_roots_differ)
{
    begin();
    ncclGroupStart();
    ncclBroadcast(from[0], to[0], N, ncclFloat, 0, comm[0], stream[0]);
    ncclBroadcast(from[1], to[1], N, ncclFloat, 1, comm[1], stream[1]);
    ncclGroupEnd();
}

// Two collectives, in another order on each rank.
CASE(nccl_order_differs)
{
    begin();
    ncclGroupStart();
    ncclAllReduce(from[0], to[0], N, ncclFloat, ncclSum, comm[0], stream[0]);
    ncclAllGather(from[1], to[1], N, ncclFloat, comm[1], stream[1]);
    ncclGroupEnd();
    ncclGroupStart();
    ncclAllGather(from[0], to[0], N, ncclFloat, comm[0], stream[0]);
    ncclAllReduce(from[1], to[1], N, ncclFloat, ncclSum, comm[1], stream[1]);
    ncclGroupEnd();
}

CASE(nccl_rank_never_calls)
{
    begin();
    ncclAllReduce(from[0], to[0], N, ncclFloat, ncclSum, comm[0], stream[0]);
    cudaStreamSynchronize(stream[0]);
}

CASE(nccl_no_group)
{
    begin();
    for (int r = 0; r < RANKS; r++)
        ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, comm[r], stream[r]);
    for (int r = 0; r < RANKS; r++)
        cudaStreamSynchronize(stream[r]);
}

CASE(nccl_send_alone)
{
    begin();
    ncclSend(from[0], N, ncclFloat, 1, comm[0], stream[0]);
}

// Both send first: with large messages neither comes to its receive.
CASE(nccl_both_send_first)
{
    begin();
    for (int r = 0; r < RANKS; r++)
        ncclSend(from[r], N, ncclFloat, 1 - r, comm[r], stream[r]);
    for (int r = 0; r < RANKS; r++)
        ncclRecv(to[r], N, ncclFloat, 1 - r, comm[r], stream[r]);
}

CASE(nccl_message_sizes_differ)
{
    begin();
    ncclGroupStart();
    ncclSend(from[0], N, ncclFloat, 1, comm[0], stream[0]);
    ncclRecv(to[1], N, ncclDouble, 0, comm[1], stream[1]);
    ncclGroupEnd();
}

CASE(nccl_destroyed)
{
    begin();
    for (int r = 0; r < RANKS; r++)
        ncclCommDestroy(comm[r]);
    ncclAllReduce(from[0], to[0], N, ncclFloat, ncclSum, comm[0], stream[0]);
}

CASE(nccl_buffers_overlap)
{
    begin();
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclAllReduce(to[r], to[r] + 4, N, ncclFloat, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

CASE(nccl_stream_of_other_gpu)
{
    begin();
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, comm[r], stream[0]);
    ncclGroupEnd();
}

CASE(nccl_buffer_of_other_gpu)
{
    begin();
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclAllReduce(from[0], to[r], N, ncclFloat, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

CASE(nccl_short_buffer)
{
    begin();
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclAllGather(to[r], from[r], N, ncclFloat, comm[r], stream[r]);
    ncclGroupEnd();
}

__global__ void write_all(float *x)
{
    for (int i = 0; i < N; i++)
        x[i] = 1;
}

// The kernel and the collective are in different streams.
CASE(nccl_kernel_not_ordered)
{
    begin();
    for (int r = 0; r < RANKS; r++) {
        cudaStream_t other;
        cudaSetDevice(r);
        cudaStreamCreate(&other);
        write_all<<<1, 1, 0, other>>>(from[r]);
    }
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

static void *only_rank(void *id)
{
    cudaSetDevice(1);
    ncclCommInitRank(&comm[1], RANKS, *(ncclUniqueId *)id, 1);
    return NULL;
}

CASE(nccl_rank_never_made)
{
    pthread_t thread;
    ncclUniqueId id;
    setenv("EMU_GPUS", "2", 1);
    setenv("EMU_TIMEOUT", "0.5", 1);
    ncclGetUniqueId(&id);
    pthread_create(&thread, NULL, only_rank, &id);
    pthread_join(thread, NULL);
}

__global__ void read_all(float *to, const float *x)
{
    for (int i = 0; i < N; i++)
        to[i] = x[i];
}

// The copy from GPU 0 runs in its own stream, and the kernel does not wait for its event.
CASE(copy_between_gpus_not_waited)
{
    begin();
    cudaStream_t copies;
    cudaSetDevice(1);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaMemcpyPeerAsync(to[1], 1, from[0], 0, N * sizeof(float), copies);
    read_all<<<1, 1, 0, stream[1]>>>(from[1], to[1]);
}

// GPU 0 fills the buffer anew while GPU 1 may still copy from it.
CASE(copy_source_reused)
{
    begin();
    cudaSetDevice(1);
    cudaMemcpyPeerAsync(to[1], 1, from[0], 0, N * sizeof(float), stream[1]);
    cudaSetDevice(0);
    write_all<<<1, 1, 0, stream[0]>>>(from[0]);
}

// The event belongs to GPU 0.
CASE(event_of_other_gpu)
{
    begin();
    cudaEvent_t event;
    cudaSetDevice(0);
    cudaEventCreate(&event);
    cudaEventRecord(event, stream[1]);
}

// Two communicators of the same ranks.
static ncclComm_t split[RANKS];

static void split_all(void)
{
    begin();
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclCommSplit(comm[r], 0, r, &split[r], NULL);
    ncclGroupEnd();
}

static void *crossed(void *rank)
{
    const int r = *(int *)rank;
    ncclComm_t first = r ? comm[r] : split[r], second = r ? split[r] : comm[r];
    cudaSetDevice(r);
    ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, first, stream[r]);
    ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, second, stream[r]);
    return NULL;
}

CASE(nccl_communicators_crossed)
{
    pthread_t thread;
    int ranks[RANKS] = {0, 1};
    split_all();
    pthread_create(&thread, NULL, crossed, &ranks[1]);
    pthread_join(thread, NULL);
    crossed(&ranks[0]);
    cudaSetDevice(0);
    cudaStreamSynchronize(stream[0]);
}

CASE(nccl_split_not_by_all)
{
    begin();
    ncclGroupStart();
    ncclCommSplit(comm[1], 0, 1, &split[1], NULL);
    ncclGroupEnd();
}

CASE(nccl_split_color)
{
    begin();
    ncclCommSplit(comm[1], -2, 1, &split[1], NULL);
}

// Its thread ends, and that of rank 0 does not wait for it for ever.
static void *rank_in_thread(void *rank)
{
    const int r = *(int *)rank;
    cudaSetDevice(r);
    if (r == 0)
        ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, comm[r], stream[r]);
    cudaStreamSynchronize(stream[r]);
    return NULL;
}

CASE(nccl_thread_ends)
{
    pthread_t thread[RANKS];
    int ranks[RANKS] = {0, 1};
    begin();
    for (int r = 0; r < RANKS; r++)
        pthread_create(&thread[r], NULL, rank_in_thread, &ranks[r]);
    for (int r = 0; r < RANKS; r++)
        pthread_join(thread[r], NULL);
}

static ncclWindow_t window[RANKS];
static float *memory[RANKS];

static void begin_windows(int flags_of_1)
{
    const size_t bytes = 4 * N * sizeof(float);
    begin();
    for (int r = 0; r < RANKS; r++) {
        cudaSetDevice(r);
        ncclMemAlloc((void **)&memory[r], bytes);
        cudaMemset(memory[r], 0, bytes);
    }
    ncclGroupStart();
    ncclCommWindowRegister(comm[0], memory[0], bytes, &window[0], NCCL_WIN_COLL_SYMMETRIC);
    ncclCommWindowRegister(comm[1], memory[1], bytes, &window[1], flags_of_1);
    ncclGroupEnd();
}

CASE(nccl_window_flags_differ) { begin_windows(NCCL_WIN_DEFAULT); }

CASE(nccl_window_offsets_differ)
{
    begin_windows(NCCL_WIN_COLL_SYMMETRIC);
    ncclGroupStart();
    for (int r = 0; r < RANKS; r++)
        ncclAllReduce(memory[r] + r * N, memory[r] + 2 * N, N, ncclFloat, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

CASE(nccl_window_no_group)
{
    begin_windows(NCCL_WIN_COLL_SYMMETRIC);
    for (int r = 0; r < RANKS; r++)
        ncclCommWindowRegister(comm[r], memory[r], N, &window[r], NCCL_WIN_DEFAULT);
}

CASE(nccl_window_of_one_rank)
{
    ncclWindow_t second;
    begin_windows(NCCL_WIN_COLL_SYMMETRIC);
    ncclCommWindowRegister(comm[1], memory[1], N, &second, NCCL_WIN_DEFAULT);
    ncclCommWindowDeregister(comm[1], second);
    for (int r = 0; r < RANKS; r++) {
        ncclCommWindowDeregister(comm[r], window[r]);
        ncclMemFree(memory[r]);
        cudaFree(from[r]);
        cudaFree(to[r]);
    }
}

CASE(nccl_window_ends_twice)
{
    begin_windows(NCCL_WIN_COLL_SYMMETRIC);
    ncclCommWindowDeregister(comm[1], window[1]);
    ncclCommWindowDeregister(comm[1], window[1]);
}

CASE(nccl_window_freed)
{
    begin_windows(NCCL_WIN_COLL_SYMMETRIC);
    ncclMemFree(memory[1]);
}

CASE(nccl_window_ends_after_its_memory)
{
    void *handle;
    begin();
    ncclCommRegister(comm[1], from[1], N * sizeof(float), &handle);
    cudaFree(from[1]);
    ncclCommDeregister(comm[1], handle);
}

CASE(nccl_windows_refused)
{
    void *handle;
    begin_windows(NCCL_WIN_COLL_SYMMETRIC);
    ncclCommWindowRegister(comm[1], NULL, N, &window[1], NCCL_WIN_DEFAULT);
    ncclCommWindowRegister(comm[1], memory[1], 0, &window[1], NCCL_WIN_DEFAULT);
    ncclCommWindowRegister(comm[1], memory[1], 5 * N * sizeof(float), &window[1], NCCL_WIN_DEFAULT);
    ncclCommWindowRegister(comm[1], memory[0], N, &window[1], NCCL_WIN_DEFAULT);
    ncclCommWindowRegister(comm[1], from[1], N, &window[1], NCCL_WIN_DEFAULT);
    ncclCommWindowRegister(comm[1], memory[1] + 1, N, &window[1], NCCL_WIN_DEFAULT);
    ncclCommWindowDeregister(comm[1], window[0]);
    ncclCommRegister(comm[1], from[1], N, &handle);
    ncclCommWindowDeregister(comm[1], (ncclWindow_t)handle);
    cudaFree(from[1]);
    ncclCommDeregister(comm[1], handle); // a mistake, so that the rest is no leak
}

int main(int argc, char **argv) { return run_cases(argc, argv); }
