// SPDX-License-Identifier: MIT
//
// thread.h: launches, their blocks and their threads. A thread is a fiber that can wait.
#ifndef THREAD_H
#define THREAD_H

#include "types.h"

// ---- Who made an access (check.c, order.c) ------------------------------------------------------

enum access_kind { LOAD, STORE };
enum { MANY_IN_WARP = 1, MANY_IN_BLOCK, MANY_IN_GRID }; // readers that the cell does not store

struct access_record {
    union {
        struct {
            uint16_t stamp;       // the launch, or part of a launch between grid barriers
            uint16_t thread : 10, // number in its block
                strong : 1,       // atomic or volatile
                atomic : 1,
                mask : 4;   // which of the 4 bytes
            uint16_t epoch; // barriers that its warp had passed
            uint16_t clock : 14,
                many : 2; // whether there were other readers: MANY_...
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

// What a lane passes to a warp-wide operation, and the result it gets.
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
    // Completes an operation after all living lanes (`here`) have reached it; NULL: warp.c
    // completes it.
    void (*complete)(struct thread *const lanes[WARP], unsigned here);
};

// Read by the checks that emucc compiles into the program; include/emu/device/callouts.h repeats
// this layout. The compiled code checks that an access is within the arena, aligned and allowed,
// and counts it. A limit of 0 turns each access into a call of the engine.
enum { SIZES = 5, TURN_LOADS = 1, TURN_MORE_LOADS, TURN_STORES, TURNS };
struct quick {
    uintptr_t base, shadow; // addresses of the arena and its shadow
    uintptr_t limit[SIZES]; // by log2 of the access size; counted in accesses from base
    int left[TURNS];        // accesses before it must yield: called ones, then inlined ones
};
#if __SIZEOF_POINTER__ == 8 // device.c is also compiled for the explorer, which runs no kernels
_Static_assert(offsetof(struct quick, limit) == 16 && offsetof(struct quick, left) == 56,
               "as emu/device/callouts.h has it");
#endif

enum { CALLERS = 3 }; // that a diagnosis names
// Whether an atomic reads what it replaces: a store and an exchange whose result is not used do
// not.
enum overwrites { READS_OLD, OVERWRITES, OVERWROTE_UNWRITTEN };

struct thread {
    struct quick quick;
    struct block *block;
    struct uint3 index;
    unsigned id; // linear index in the block: warp id / 32, lane id % 32
    enum thread_state state;
    bool yielded;       // yielded because it seems to wait for another thread
    uint8_t overwrites; // its last atomic (enum overwrites)
    void *sp;
    struct stack *stack;
    uintptr_t stack_low;
    size_t stack_open; // bytes from there whose accesses are not checked (accumulators.c)
    // The checks of a large launch depend on the size of this structure: keep it at an odd multiple
    // of 32 bytes, and fill its gaps.
    bool checked, alert; // alert: take the slow path of check.c: a doubt, or copies in the block
    bool polled_far;     // it has read the flag `polled` in the scope of the system
    uint8_t scope;       // of its last atomic (enum emu_scope)
    unsigned copy_size;  // of its last cp.async, for reports; its words are checked one by one
    long long steps;     // without inlined accesses: turn_steps()
    long long clock_steps, clock_waited; // steps at the last clock read; cycles since then
    int naps;                            // calls of __nanosleep
    uint32_t acquired_far;               // like `acquired`: by flags for other GPUs
    const char *last_pc;                 // location where it last polled memory
    const void *polls;                   // the memory that it polled
    uint64_t *trace_at, *trace_end;      // where count.c records its next access; equal: nowhere
    int barrier;                         // id of the barrier it waits at
    uint32_t acquired_host;              // like `acquired`: by flags of the host
    const char *barrier_pc;
    struct collective collective;
    unsigned operations; // operations of the whole block that it has executed (operation.c)
    // order.c: the time of its last acquire; what its last fence covers
    uint32_t acquired;
    uintptr_t polled; // offset of the flag it last read, 0: none
    struct fence {
        bool made;
        uint16_t own_epoch, clock, most; // most: struct passed
    } fence[3]; // the last fence of any scope, of device scope at least, of system scope
    // mbarrier.c: the mbarrier that it waits for, or waited for last
    struct mbarrier *mbarrier;
    unsigned parity, seen_phase; // the awaited parity; the barrier's phase at that time
    const char *mbarrier_pc;
    bool polled_again;                        // no thread can run: the poll returns false
    unsigned cluster_arrived, cluster_waited; // cluster.c: generations of barrier.cluster
    // proxy.c: its last fences of the asynchronous proxy, and their number
    struct proxy_fence {
        uint16_t epoch, clock;
        uint32_t pc; // with PLACE_OF_BULK: it covers global memory alone
    } proxy_fence[PROXY_FENCES];
    unsigned proxy_fences;
    // check.c: a race whose report waits for the thread's next accesses: a plain read that
    // conflicts with an atomic, until they show whether it was part of a compare-and-swap loop; two
    // stores, until both values are known
    struct doubt {
        uintptr_t offset; // 0: none
        struct access_record other;
        const char *pc;
        uint16_t size;
        uint8_t kind;              // enum access_kind
        uint8_t loads_left;        // of a read: loads that may come before the atomic
        uint32_t callers[CALLERS]; // of a store: places of its callers (call_stack.c)
        unsigned char earlier[16]; // of a store: what the other thread's had left there
    } doubt;
};

#if __SIZEOF_POINTER__ == 8
_Static_assert(sizeof(struct thread) == (size_t)15 * 32, "as said above");
#endif

// How many barriers each warp of a block has passed, as far as some warp has observed: exact for
// those of `warps`, which have passed most. For the others, `others` is the largest number.
struct passed {
    uint16_t most, others;
    uint32_t warps;
};

// What each warp and lane has observed of the other ones (order.c).
enum { KEPT_EPOCHS = 4 };
struct order {
    uint16_t epoch[MAX_WARPS], observed_epoch[MAX_WARPS][MAX_WARPS];
    uint16_t clock[MAX_WARPS][WARP], observed_clock[MAX_WARPS][WARP][WARP];
    uint32_t lanes_synced;                        // warps whose observed_clock is in use
    struct passed passed[MAX_WARPS][KEPT_EPOCHS]; // by its last epochs
    // For each scope of a fence: 1 + the last epoch of any warp that a thread which fenced had
    // observed; 0: none has fenced.
    uint32_t fenced[3];
};

struct barrier {
    int arrived, expected;  // expected 0: all living threads
    const char *pc;         // of the first thread that arrived
    uint32_t *came;         // named barrier: which lanes of each warp arrived; NULL: unused
    uint16_t *vector_clock; // of threads that arrived without waiting (cluster.h)
    int count, all, any;    // of the predicates passed
    int result_count, result_all, result_any;
};

// The window of shared memory that a resident block owns: static arrays below, dynamic memory
// above. A wgmma descriptor holds only the low 18 bits of an address. They distinguish static from
// dynamic memory as long as static arrays take no more than 28 KiB (wgmma_tile.c).
enum { WINDOW_SIZE = 1 << 20, WINDOW_DYNAMIC = WINDOW_SIZE / 2 + (28 << 10), MAX_SITES = 256 };
enum { SITE_ALIGN = 128, STATIC_LIMIT = 48 << 10 };

// An operation of the whole block (operation.c).
enum { OPERATIONS = 64 };
struct operation {
    const char *name, *pc;
    unsigned number; // the block's first is 1; 0: none
    unsigned thread; // the first thread that reached it
};

struct block {
    struct launch *launch;
    uint64_t number;
    bool checked;       // whether its accesses are checked (sample.c)
    bool polled_global; // a thread has polled a flag in global memory
    bool acquired_any;
    uint8_t mark; // the current mark of its shared memory (settled.h); 0: none
    struct uint3 index;
    struct order order;
    struct operation operations[OPERATIONS]; // the latest ones
    int living;                              // threads that have not ended
    int in_warp_ops;                         // threads in a warp operation, or just resumed
    int last_mark;
    long long events; // threads ended, barriers completed, warp operations completed
    long long clock;  // cycles that passed while its threads read the clock or slept
    struct thread *threads;
    void *scheduler_sp;
    char *window;
    uint32_t static_open, dynamic_open;  // bytes of each half whose shadow is set
    unsigned char site_ready[MAX_SITES]; // arrays whose shadow is set in this window
    struct barrier barriers[MAX_BARRIERS];
    struct tile *tiles; // tile_barrier.c: NULL until threads use tiles of several warps
    struct block *next;
    struct trace *trace; // of this block; NULL: not traced
    // check.c: reads of unwritten shared memory. At the next barrier each is either a race, because
    // a writer came late, or a read of memory that nothing writes
    struct early_read {
        struct thread *thread;
        uintptr_t offset;
        size_t size;
        const char *pc;
    } early[8];
    struct warpgroups *warpgroups;     // warpgroup.c: NULL until first used
    struct async *async;               // async.c: NULL until the first cp.async
    struct cluster *cluster;           // cluster.h: NULL until needed
    struct mbarriers *mbarriers;       // mbarrier.c: NULL until the first mbarrier
    struct bulk *bulk;                 // bulk.c: NULL until the copy engine is first used
    struct last_read *readers;         // readers.c: NULL until the first recorded read
    struct landed_boxes *landed_boxes; // landed_box.c: NULL until the copy engine has filled a tile
    struct swizzle_readers *swizzle_readers; // reader_swizzle.c: NULL unless a tile is watched
    uint64_t maps_acquired[4];               // box.c: a bit for each tensor map that it has fenced
    unsigned rank;                           // in its cluster
    int grid_generation;                     // grid barriers that it has passed
    int early_count;
    bool grouped;                 // its threads have used warpgroups
    bool copying;                 // its threads have used cp.async
    char *exchange[MAX_WARPS][2]; // buffers of emu_warp_exchange, used alternately
    size_t exchange_size[MAX_WARPS][2];
    unsigned char exchange_turn[MAX_WARPS];
    uint32_t *unread; // unread.c: of its words; NULL without EMU_ADVICE
};

struct launch {
    const char *kernel;
    const void *function;
    atomic_uint_fast64_t *kernel_checked; // sample.c
    struct dim3 grid, block;
    struct dim3 cluster; // blocks; (1,1,1) if the launch has no clusters
    unsigned cluster_blocks;
    int device; // peers.c
    bool counted, checked, cooperative;
    bool alone;        // one core runs all its blocks
    uint64_t recorded; // number of blocks to record for pictures (record.h)
    bool is_library;   // a call of cuBLAS or a similar library (launch.h)
    bool is_sample;    // runs only traced blocks, for the expected time; results are unused
    uint16_t stamp;
    uint8_t mark;              // the current mark of global memory (settled.h)
    atomic_bool orders_unseen; // an unchecked block may have ordered other blocks
    bool owns_closure;
    struct past *past;                 // what its threads have published (past.h)
    uint16_t unordered[MAX_UNORDERED]; // stamps of launches that may run concurrently
    int unordered_count;
    atomic_bool has_other_effects; // than write memory (repeat.c)
    size_t dynamic_shared;
    unsigned threads_per_block;
    uint64_t blocks;
    atomic_uint_fast64_t resident_limit;
    char refused[420]; // reason to refuse the launch, found when its shared arrays were allocated
    void (*body)(void *);
    const void *closure;
    size_t closure_size;
    const char *pc;
    struct traced_sample *sample;    // the blocks that are traced; NULL: none (trace.h)
    int work;                        // its number in the schedule (host/schedule.c), or -1
    double expected_us;              // or 0
    const char *not_expected;        // the reason
    atomic_uint_fast64_t next_block; // number of the next block or cluster to start
    atomic_uint_fast64_t resident;   // blocks started and not ended
    atomic_uint_fast64_t ended;      // blocks
    double began, used;              // forecast.c: start time; processor seconds used
    atomic_bool under_way;
    atomic_int busy_workers;     // workers that have not been idle for long
    atomic_int restless_workers; // workers not idle for long while all other workers were idle, too
    atomic_bool overdue;         // the time limit is exceeded (watchdog.c)
    atomic_bool stop;            // a thread made a mistake that ends the launch
    atomic_bool pause;           // its workers end this phase after their round
    atomic_bool moved;           // a block has stored something or ended in this phase
    atomic_bool gives_way;       // other launches run first (order_give_way)
    atomic_int flags_written, flags_observed; // after which it may still pause for other launches
    bool gives_way_first;
    _Atomic cudaError_t error;
    // shared arrays of this kernel: offset by site number, 0 until allocated (the first is at 128)
    pthread_mutex_t sites_lock;
    _Atomic uint32_t site_offset[MAX_SITES];
    uint32_t site_size[MAX_SITES], site_align[MAX_SITES]; // as declared
    struct emu_site *sites[MAX_SITES];
    _Atomic uint32_t static_top;
    uint32_t static_bytes; // as nvcc counts it
    struct nested *nested; // launches by its threads (nested.c)
    struct team *team;     // its workers (run/run.h)
    int look;              // their patience in this phase
    int unordered_added;
    struct launch *next;         // in a list (launch.c)
    struct launch *next_running; // stream.c
    struct CUstream_st *stream;
    uint32_t acquired[3]; // times up to which its stream has observed flags (past.h)
    int phases;           // that have begun (run/run.h)
    // grid barrier
    atomic_int grid_arrived, grid_generation;
    uint32_t *unread; // unread.c: of all its blocks; NULL without EMU_ADVICE
};

extern __thread struct thread *emu_current; // NULL in host code
extern __thread struct quick *emu_quick;    // of that thread; host_quick in host code
extern struct quick *host_quick; // NULL, or host code calls the engine before its accesses, too
extern __thread struct uint3 threadIdx, blockIdx;
extern __thread struct dim3 blockDim, gridDim;
extern __thread long long emu_writes; // stores made by this worker's threads

// A large buffer of the calling worker: `old`, or zeroed memory if that is NULL. (A library that
// Python loads has room for few thread-local variables.)
void *worker_buffer(void *old, size_t size);

// The thread's current epoch and clock. Other threads compare them with what they have observed
// (order.c).
static inline uint16_t order_epoch(const struct thread *t)
{
    return t->block->order.epoch[t->id / WARP];
}
static inline uint16_t order_clock(const struct thread *t)
{
    return t->block->order.clock[t->id / WARP][t->id % WARP];
}

#endif
