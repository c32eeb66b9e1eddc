// SPDX-License-Identifier: MIT
//
// sm_parts.h: what sm.c (issue), sm_memory.c (requests) and sm_async.c (asynchronous units) share.
#ifndef EXPECT_SM_PARTS_H
#define EXPECT_SM_PARTS_H

#include <stdbool.h>

#include "sm.h"

enum {
    SCHEDULERS = 4,
    MOST_WARPS = 64,
    LOADS = 64,  // results that a warp may still wait for
    GROUPS = 16, // of copies
    QUEUE = 32,
    MMAS = 64,
    BARRIERS = 16, // of a block, in addition to its mbarriers
    WGMMAS = 64,   // of a warpgroup in flight
    PIECES = 4096  // of boxes in flight
};
#define NEVER (INT64_MAX / 2)

struct warp {
    const struct stream *stream;
    uint32_t pc;
    int left;             // of the instruction at pc, which represents several
    int block;            // slot of its block, -1: none
    int64_t ready;        // when the previous instruction allows the next one
    int paced;            // remainder of its pace, in 16ths of a cycle
    int at_barrier;       // its number + 1
    uint32_t loads, mmas; // issued
    int64_t load_done[LOADS], mma_done[MMAS];
    bool load_is_long[LOADS];
    int64_t returned; // when its last load of global memory completes
    uint32_t commits;
    struct {
        int waiting; // copies that the pipe has not served yet
        int64_t done;
    } groups[GROUPS];
    int storing;                                       // stores that the pipe has not served yet
    int64_t stored;                                    // when L2 acknowledges the stores served
    uint32_t wgmmas, wgmma_commits, wgmma_end[GROUPS]; // issued; at each commit
    uint32_t bulk_commits;
    int64_t bulk_read[GROUPS], bulk_done[GROUPS]; // stores of boxes
};

// The four warps of a warpgroup issue each product together; stored with the first of them.
struct warpgroup {
    uint8_t came[WGMMAS];
    int64_t done[WGMMAS];
};

struct mbarrier {
    int parity, pending; // of the current phase; missing arrivals
    int64_t bytes;       // missing bytes
    bool has_bytes;
    int64_t over_at; // when waiting warps observe the end of the last phase
};

struct piece { // of a box
    int64_t at;
    int block, barrier, bytes;
};

struct request {
    int warp;
    const struct instr *in;
    uint32_t number; // of the load, or of the group
    int64_t since;
};

struct scheduler {
    int warps[MOST_WARPS], count; // oldest first
    int last, last_mma; // the warp that issued last, and the warp that issued the last mma
    int64_t wake;       // nothing can be issued before
    int64_t busy;       // busy until this time with an instruction that represents several
    int64_t fma_free, alu_free, mma_free, queue_free; // mma_free: in 16ths
    int64_t special_free, double_free;
    int beside; // 16ths of the integer instructions beside multiply-adds
    struct request queue[QUEUE];
    int first, waiting;
    enum why why; // stall reason, and the stalled instruction
    uint32_t place;
    int64_t since;
};

struct sm {
    const struct sm_job *job;
    const struct gpu_time *gpu;
    struct warp warps[MOST_WARPS];
    struct scheduler schedulers[SCHEDULERS];
    // Of a warp's next instruction: its kind, when its dependences are satisfied (0: not computed
    // yet), and the last of them. Stored separately from the warps because schedulers read them in
    // every cycle.
    int64_t until[MOST_WARPS];
    uint8_t kind[MOST_WARPS], because[MOST_WARPS];
    int arrived[MOST_WARPS][BARRIERS], living[MOST_WARPS]; // of each resident block
    struct mbarrier mbarriers[MOST_WARPS][MOST_MBARRIERS];
    struct warpgroup groups[MOST_WARPS];
    struct piece pieces[PIECES]; // in the order of arrival
    unsigned first_piece, piece_count;
    bool has_map; // the tensor map has been fetched
    struct {
        int warp; // the first of its group
        uint32_t number;
        const struct instr *in;
    } products[WGMMAS]; // waiting for the tensor cores
    unsigned first_product, product_count;
    int64_t tensor_free;
    long started, ended;
    int64_t now, tags_free, l1_free, barrier_free;
    int64_t l2_free, dram_free, store_free; // in 16ths of a cycle
    int64_t dram_busy, dram_asked;          // recent load in 16ths of a cycle; time of the last
                                            // request
    int turn;
    int64_t done, stored; // when the last instruction ends, and when L2 has received the last store
    struct sm_time time;
};

static inline int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

static inline void scheduler_wake(struct scheduler *s, int64_t at)
{
    at = later(at, s->busy);
    s->wake = at < s->wake ? at : s->wake;
}

// ---- sm_memory.c --------------------------------------------------------------------------------

int64_t memory_next(const struct sm *sm); // when a request can proceed; NEVER if none waits
void memory_serve(struct sm *sm);         // serves those that can proceed
// When L2 or DRAM has delivered so many sectors (16ths).
int64_t memory_from_l2(struct sm *sm, uint32_t sectors, uint32_t dram);
int64_t memory_to_l2(struct sm *sm, uint32_t sectors, uint32_t dram); // when L2 has received them
// Until when a warp waits for the copies of all groups except the last `left`, or for its stores at
// a fence. NEVER: not known yet.
int64_t memory_copied(const struct warp *w, unsigned left);
int64_t memory_stored(const struct warp *w);

// ---- sm_async.c: asynchronous units -------------------------------------------------------------

void async_start(struct sm *sm, int block);
int64_t async_next(const struct sm *sm);
void async_serve(struct sm *sm);
void async_issue(struct sm *sm, int warp, const struct instr *in);
// When a warp can continue after an instruction that waits, if that is known, and what it waits
// for.
int64_t async_ready(const struct sm *sm, int warp, const struct instr *in, enum why *why);

#endif
