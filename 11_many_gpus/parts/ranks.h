// SPDX-License-Identifier: MIT
//
// ranks.h: one GPU for each rank, with its own host thread, streams, events and memory. The ranks
// are in one process, or each is in its own (common/base/processes.h).
#ifndef MANY_RANKS_H
#define MANY_RANKS_H

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdatomic.h>

#include "../../common/base/failure.h"
#include "../many.h"

#ifdef __cplusplus
extern "C" {
#endif

// Memory that a rank keeps from one call to the next. The first ones have the same sizes on all
// ranks, and plans of tiles/tiles_host.h contain their addresses on every rank.
enum many_memory {
    MEMORY_GATHERED,
    MEMORY_INBOX,
    MEMORY_FLAGS,
    MEMORY_FETCHED, // flags that this GPU's own warps add to
    MEMORY_OF_PLANS,
    MEMORY_PARTIAL = MEMORY_OF_PLANS,
    MEMORY_PACKED,   // panels of 9_summa
    MEMORY_ONE_SHOT, // two buffers, and their flags (one_shot.h)
    MEMORY_ONE_SHOT_FLAGS,
    MEMORY_COUNT
};

struct ranks;
struct rank {
    struct ranks *all;
    int number, count; // of this rank, and of all
    int device;
    cudaStream_t compute;          // the GPU's default stream: the kernels of chapter 09 run there
    cudaStream_t copy[MANY_MOST];  // one for each peer, so that their copies overlap
    cudaEvent_t ready;             // the work queued in `compute` before this operation is done
    cudaEvent_t made[MANY_MOST];   // the part for that peer is computed
    cudaEvent_t copied[MANY_MOST]; // the copy from or to that peer is done
    cudaStream_t links;            // of step 9: broadcasts and copies
    cudaEvent_t arrived[2], multiplied[2]; // a panel is there; its buffer is free
    struct ncclComm *comm;                 // NULL without NCCL
    struct ncclComm *row, *column;         // the ranks of this rank's row and column of the grid
    void *memory[MEMORY_COUNT];
    size_t bytes[MEMORY_COUNT];
    unsigned allocated[MEMORY_COUNT]; // how often
    unsigned turn; // operations with flags so far: the value of the flags, the same on all ranks
    unsigned one_shots; // operations of one_shot.h so far, likewise
    pthread_t thread;
};

struct ranks {
    int count;
    int first, here; // the ranks of this process
    bool peers;      // every GPU can copy directly to and from every other
    bool have_nccl;  // and the communicators are there
    int grid_rows;   // of the communicators `row` and `column`; 0: they do not exist
    struct failure no_nccl;
    struct rank rank[MANY_RANKS]; // those of other processes are empty
    // What the threads do next.
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned turn;
    int busy;
    void (*work)(struct rank *me, void *context);
    void *context;
    atomic_uint arrived, left; // at ranks_barrier
};

// GPUs 0 to count - 1; with several processes as many as there are processes, one each. False, with
// a reason, if there are fewer.
bool ranks_open(struct ranks *all, int count, struct failure *why);
void ranks_close(struct ranks *all);

// Makes the communicators of a grid with so many rows, which divide the number of ranks.
void ranks_form_grid(struct ranks *all, int rows);

// Every rank's thread, with its GPU as the current one, calls work(); returns when all of this
// process have.
void ranks_run(struct ranks *all, void (*work)(struct rank *me, void *context), void *context);
// The same with an operation, until every GPU has done its work.
void ranks_run_operation(struct ranks *all, const struct many_gemm *g, many_fn *run);

// No thread returns before the threads of all ranks of this process have come. About a microsecond.
void ranks_barrier(struct ranks *all);

// At least so many bytes on the rank's GPU. A rank's peers may use them, too.
void *rank_memory(struct rank *me, enum many_memory which, size_t bytes);

// Around a step's work. After rank_begin, `ready` of every rank is recorded, and copies that the
// last operation left in this rank's memory are done. After rank_end, this rank's operands may be
// overwritten by work in `compute`.
void rank_begin(struct rank *me);
void rank_end(struct rank *me);

// The stream waits until the event has happened.
void rank_wait(cudaStream_t stream, cudaEvent_t event);

#ifdef __cplusplus
}
#endif
#endif
