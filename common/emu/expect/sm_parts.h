// SPDX-License-Identifier: MIT
//
// sm_parts.h: the inside of sm.c (who issues what) and sm_memory.c (what becomes of requests).
#ifndef EXPECT_SM_PARTS_H
#define EXPECT_SM_PARTS_H

#include <stdbool.h>

#include "sm.h"

enum {
    SCHEDULERS = 4,
    MOST_WARPS = 64,
    LOADS = 64,  // whose results a warp may still wait for
    GROUPS = 16, // of copies
    QUEUE = 32,
    MMAS = 64
};
#define NEVER (INT64_MAX / 2)

struct warp {
    const struct stream *stream;
    uint32_t pc;
    int left;      // of the instruction at pc, which stands for several
    int block;     // index of its place, -1: none
    int64_t ready; // when the instruction before lets the next one go
    bool at_barrier;
    uint32_t loads, mmas; // issued
    int64_t load_done[LOADS], mma_done[MMAS];
    bool load_is_long[LOADS];
    uint32_t commits;
    struct {
        int waiting; // copies that the pipe has not served yet
        int64_t done;
    } groups[GROUPS];
};

struct request {
    int warp;
    const struct instr *in;
    uint32_t number; // of the load, or of the group
    int64_t since;
};

struct scheduler {
    int warps[MOST_WARPS], count; // oldest first
    int last, last_mma;           // the warp that issued, and the one that issued an mma
    int64_t wake;                 // nothing can be issued before
    int64_t busy;                 // until then it issues what stands for several
    int64_t fma_free, alu_free, mma_free, queue_free;
    struct request queue[QUEUE];
    int first, waiting;
    enum why why; // it cannot issue, and which instruction
    uint32_t place;
    int64_t since;
};

struct sm {
    const struct sm_job *job;
    const struct gpu_time *gpu;
    struct warp warps[MOST_WARPS];
    struct scheduler schedulers[SCHEDULERS];
    // Of a warp's next instruction: which it is, since when all is there that it depends on (0: to
    // be asked again), and what came last. (Apart from the warps, as schedulers ask in every
    // cycle.)
    int64_t until[MOST_WARPS];
    uint8_t kind[MOST_WARPS], because[MOST_WARPS];
    int arrived[MOST_WARPS], living[MOST_WARPS]; // of each resident block
    long started, ended;
    int64_t now, tags_free, l1_free;
    int64_t l2_free, dram_free; // in 16ths of a cycle
    int turn;
    int64_t done; // when the last instruction of all ends
    struct sm_time time;
};

static inline int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

static inline void scheduler_wake(struct scheduler *s, int64_t at)
{
    at = later(at, s->busy);
    s->wake = at < s->wake ? at : s->wake;
}

// ---- sm_memory.c --------------------------------------------------------------------------------

int64_t memory_next(const struct sm *sm); // when a request can go on; NEVER where none waits
void memory_serve(struct sm *sm);         // those that can

#endif
