// SPDX-License-Identifier: MIT
//
// thread.h: launches, their blocks, their threads: fibers that wait for each other.
#ifndef THREAD_H
#define THREAD_H

#include "types.h"

// ---- Who made an access (check.c, order.c) ------------------------------------------------------

enum access_kind { LOAD, STORE };
enum { MANY_IN_WARP = 1, MANY_IN_BLOCK, MANY_IN_GRID }; // other readers beside the one kept

struct access_record {
    union {
        struct {
            uint16_t stamp;       // which launch (or part of one, between grid barriers)
            uint16_t thread : 10, // in its block
                strong : 1,       // atomic or volatile
                atomic : 1,
                mask : 4;   // which of the 4 bytes
            uint16_t epoch; // of its warp at that time, and of its lane
            uint16_t clock : 14,
                many : 2; // were there other readers, and how far away
        };
        uint64_t bits;
    };
    uint32_t block, pc;
};

enum { CLOCK_LAST = (1 << 14) - 1, PROXY_FENCES = 4 };

// ---- Threads, blocks, launches ------------------------------------------------------------------

enum thread_state {
    THREAD_NEW,
    THREAD_READY,
    THREAD_AT_BARRIER,
    THREAD_AT_WARP_OP,
    THREAD_AT_WARPGROUP,
    THREAD_AT_MBARRIER,
    THREAD_AT_CLUSTER, // at barrier.cluster
    THREAD_DONE
};

enum warp_op {
    OP_NONE,
    OP_SYNC,
    OP_SHFL,
    OP_VOTE,
    OP_MATCH,
    OP_REDUCE,
    OP_EXCHANGE,
    OP_ACTIVEMASK,
    OP_LDMATRIX,
    OP_STMATRIX,
    OP_MMA,
    OP_WGMMA_WAIT, // of a warpgroup, as all below
    OP_SETMAXNREG
};

struct thread;

// What a lane brought to a warp-wide operation, and what it takes away.
struct collective {
    enum warp_op op;
    int kind;
    unsigned mask;
    int lane, width; // shuffles
    uint64_t value;
    const void *bytes;
    size_t size;
    uint64_t result;
    int predicate;
    const char *pc;
    // Completes an operation once all living lanes (`here`) have come to it; NULL: warp.c does.
    void (*complete)(struct thread *const lanes[WARP], unsigned here);
};

// What code that emucc compiles asks for itself (include/emu_callouts.h knows where each stands):
// is an access within the arena and aligned, may all of it be touched, and has the thread had its
// turn? A limit of 0 makes each access a call.
enum { SIZES = 5, TURN_LOADS = 1, TURN_MORE_LOADS, TURN_STORES, TURNS };
struct quick {
    uintptr_t base, shadow; // of the arena
    uintptr_t limit[SIZES]; // by the logarithm of the size, in accesses from base
    int left[TURNS]; // accesses left before it must give way: of those that are calls, others
};
#if __SIZEOF_POINTER__ == 8 // device.c is compiled for the explorer, too, which runs no kernel
_Static_assert(offsetof(struct quick, limit) == 16 && offsetof(struct quick, left) == 56,
               "as emu_callouts.h has it");
#endif

struct thread {
    struct quick quick;
    struct block *block;
    struct uint3 index;
    unsigned id; // linear index in the block: warp id / 32, lane id % 32
    enum thread_state state;
    bool yielded; // gave way because it seems to wait for another thread
    void *sp;
    struct stack *stack;
    uintptr_t stack_low;
    size_t stack_open; // bytes from there whose accesses nobody asks for (accumulators.c)
    bool checked;
    bool alert;      // check.c must look twice: a doubt, or asynchronous copies in the block
    long long steps; // less those that were no calls: turn_steps()
    long long clock_steps, clock_waited; // steps when it last read the clock; cycles since a step
    int naps;                            // calls of __nanosleep
    const char *last_pc;                 // where it last polled memory
    const void *polls;                   // and which
    uint64_t *trace_at, *trace_end;      // where its next access is noted (count.c); equal: nowhere
    int barrier;                         // id of the barrier it waits at
    const char *barrier_pc;
    struct collective collective;
    unsigned operations; // of the block that it has executed (operation.c)
    // order.c: until when this thread has seen what others published; what its last fence covers
    uint32_t acquired;
    uintptr_t polled; // where it last read a flag, 0: nowhere
    struct fence {
        bool made;
        uint16_t own_epoch, clock, common_epoch;
    } fence[2]; // its last fence of any scope, and of device scope
    // mbarrier.c: where it waits, or waited last
    struct mbarrier *mbarrier;
    unsigned parity, seen_phase; // what for; the phase that the barrier was in then
    const char *mbarrier_pc;
    bool asked_again;                         // nobody can run: the poll says no
    unsigned cluster_arrived, cluster_waited; // cluster.c: generations of barrier.cluster
    // proxy.c: its latest fences of the asynchronous proxy, and how many it made
    struct proxy_fence {
        uint16_t epoch, clock;
        uint32_t pc;
    } proxy_fence[PROXY_FENCES];
    unsigned proxy_fences;
    // check.c: a plain read beside other threads' atomics, until it is known what it was for
    struct doubt {
        uintptr_t offset; // 0: none
        struct access_record other;
        size_t size;
        const char *pc;
    } doubt;
};

// What each warp and lane knows to be over in the others (order.c).
struct order {
    uint16_t epoch[MAX_WARPS], known_epoch[MAX_WARPS][MAX_WARPS];
    uint16_t clock[MAX_WARPS][WARP], known_clock[MAX_WARPS][WARP][WARP];
    uint32_t lanes_synced; // warps whose known_clock is in use
};

struct barrier {
    int arrived, expected; // expected 0: all living threads
    const char *pc;        // of the first that came
    uint32_t *came;        // of a named barrier: which lanes of each warp; NULL: never used
    uint16_t *known;       // what those know that came and did not wait (cluster.h)
    int count, all, any;   // of the predicates brought
    int result_count, result_all, result_any;
};

// The window of shared memory that a resident block owns: static arrays below, dynamic above. The
// low 18 bits of an address, all that a descriptor of wgmma has room for, tell the two apart while
// static arrays take up no more than 28 KiB (wgmma_tile.c).
enum { WINDOW_SIZE = 1 << 20, WINDOW_DYNAMIC = WINDOW_SIZE / 2 + (28 << 10), MAX_SITES = 256 };
enum { SITE_ALIGN = 128, STATIC_LIMIT = 48 << 10 };

// An operation of the whole block (operation.c).
enum { OPERATIONS = 64 };
struct operation {
    const char *name, *pc;
    unsigned number; // the block's first is 1; 0: none yet
    unsigned thread; // that came to it first
};

struct block {
    struct launch *launch;
    uint64_t number;
    bool checked;         // sample.c: not each block of a launch may be
    bool asked_elsewhere; // a thread has read a flag in global memory
    bool acquired_any;
    uint8_t mark; // settled.h: of its shared memory; 0: none
    struct uint3 index;
    struct order order;
    struct operation operations[OPERATIONS]; // the latest
    int living;                              // threads that have not ended
    int in_warp_ops;                         // threads that wait in one, or have just waited
    int last_mark;
    long long events; // threads ended, barriers opened, warp operations completed
    long long clock;  // cycles that passed while its threads looked at the clock or slept
    struct thread *threads;
    void *scheduler_sp;
    char *window;
    uint32_t static_open, dynamic_open;  // bytes of either half whose shadow is set
    unsigned char site_ready[MAX_SITES]; // arrays whose shadow is set in this window
    struct barrier barriers[MAX_BARRIERS];
    struct tile *tiles; // tile_barrier.c: NULL until its threads met in tiles of several warps
    struct block *next;
    // check.c: reads of shared memory before anybody wrote it, until it is known whether somebody
    // was late (a race) or nobody ever writes
    struct early_read {
        struct thread *thread;
        uintptr_t offset;
        size_t size;
        const char *pc;
    } early[8];
    struct warpgroups *warpgroups;     // warpgroup.c: NULL until a thread first used them
    struct async *async;               // async.c: NULL until a thread first copied
    struct cluster *cluster;           // cluster.h: NULL until it needs one
    struct mbarriers *mbarriers;       // mbarrier.c: NULL until a thread made one
    struct bulk *bulk;                 // bulk.c: NULL until a thread asked the copy engine
    struct last_read *readers;         // readers.c
    struct landed_boxes *landed_boxes; // landed_box.c: NULL until a copy of the copy engine landed
    unsigned rank;                     // in its cluster
    int grid_generation;               // how many grid barriers it has passed
    int early_count;
    bool grouped;                 // its threads have used warpgroups
    bool copying;                 // its threads have copied
    char *exchange[MAX_WARPS][2]; // buffers of emu_warp_exchange, used in turn
    size_t exchange_size[MAX_WARPS][2];
    unsigned char exchange_turn[MAX_WARPS];
};

struct launch {
    const char *kernel;
    const void *function;
    atomic_uint_fast64_t *kernel_checked; // sample.c
    struct dim3 grid, block;
    struct dim3 cluster; // blocks; (1,1,1) where none was asked for
    unsigned cluster_blocks;
    int device; // peers.c
    bool counted, checked, cooperative;
    bool alone;        // one core runs all its blocks
    uint64_t recorded; // its first so many blocks, for pictures (record.h)
    bool is_library;   // a call of cuBLAS or the like (launch.h)
    bool is_sample;    // its first block alone runs, for the expected time; results do not matter
    uint16_t stamp;
    uint8_t mark;              // settled.h: of global memory
    atomic_bool orders_unseen; // a block that is not checked may have put others in order
    struct block_releases *_Atomic *releases;
    uint16_t unordered[MAX_UNORDERED]; // stamps of launches that could run at the same time
    int unordered_count;
    bool fences_seen;                   // some thread has executed __threadfence()
    atomic_bool any_release, does_more; // does_more: than change memory (repeat.c)
    size_t dynamic_shared;
    unsigned threads_per_block;
    uint64_t blocks;
    atomic_uint_fast64_t resident_limit;
    char refused[420]; // why it should never have begun: found out when its shared arrays were met
    const char *_Atomic host_poll; // where a thread waits for the host (deadlock.c), or NULL
    void (*body)(void *);
    const void *closure;
    size_t closure_size;
    const char *pc;
    struct trace *trace;             // of its first block; NULL: not asked for (trace.h)
    atomic_uint_fast64_t next_block; // or cluster
    atomic_uint_fast64_t resident;   // blocks started and not ended
    atomic_uint_fast64_t ended;      // blocks
    double began, used;              // forecast.c: seconds; of a processor
    atomic_bool under_way;
    atomic_int busy_workers;     // those that have not long been waiting in vain
    atomic_int restless_workers; // those that have not long been so while all others were, too
    atomic_bool overdue;         // it should have ended long ago (watchdog.c)
    atomic_bool stop;            // a thread broke a rule that ends the launch
    _Atomic cudaError_t error;
    // shared arrays of this kernel: offset by site id, 0 when not met yet (the first is at 128)
    pthread_mutex_t sites_lock;
    _Atomic uint32_t site_offset[MAX_SITES];
    uint32_t site_size[MAX_SITES], site_align[MAX_SITES]; // as declared
    struct emu_site *sites[MAX_SITES];
    _Atomic uint32_t static_top;
    uint32_t static_bytes; // as nvcc would count it
    struct nested *nested; // launches by its threads (nested.c)
    // grid barrier
    atomic_int grid_arrived, grid_generation;
};

extern __thread struct thread *emu_current; // NULL in host code
extern __thread struct quick *emu_quick;    // its; NULL in host code
extern __thread struct uint3 threadIdx, blockIdx;
extern __thread struct dim3 blockDim, gridDim;
extern __thread long long emu_writes; // stores made by this worker's threads

// The numbers of a thread's history that others compare with what they have observed (order.c).
static inline uint16_t order_epoch(const struct thread *t)
{
    return t->block->order.epoch[t->id / WARP];
}
static inline uint16_t order_clock(const struct thread *t)
{
    return t->block->order.clock[t->id / WARP][t->id % WARP];
}

#endif
