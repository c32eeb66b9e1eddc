// SPDX-License-Identifier: MIT
//
// engine.h: the inside of the emulated GPU. Only files of this folder include it.
//
//   device.c      which GPU is shown: its properties, its limits
//   arena.c       the address space: device memory, managed memory, shared windows, stacks, shadow
//   memory.c      cudaMalloc and its family, copies
//   symbol.c      __device__ variables, kernels' heap
//   stream.c      streams and events
//   pending.c     host code that does not wait
//   runtime.c     start-up, errors, the device
//   kernel.c      attributes and occupancy
//   launch.c      checks a launch, workers
//   shared.c      the shared arrays of a block
//   fiber.c       a thread of a kernel as a fiber
//   block.c       one block: its fibers, its barriers
//   warp.c        shuffles, votes
//   matrix.c      ldmatrix, mma.sync
//   tensor.c      how mma.sync multiplies and adds
//   atomic.c      atomics, fences
//   async.c       asynchronous copies
//   access.c      every load and store: allowed?
//   bounds.c      indices beyond an array's extent
//   check.c       races, unwritten memory
//   order.c       what comes before what
//   count.c       requests, sectors, wavefronts
//   count_copy.c  the same for asynchronous copies and ldmatrix
//   listing.c     the counters line by line
//   image.c       the program's own variables
//   fault.c       segmentation faults, explained
//   watchdog.c    kernels that never end
//   where.c       program counter -> line
//   report.c      what went wrong, where, who, what to do
#ifndef ENGINE_H
#define ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
// Programs see the built-in variables as constants; here they are set.
#define threadIdx emu_constant_threadIdx
#define blockIdx emu_constant_blockIdx
#define blockDim emu_constant_blockDim
#define gridDim emu_constant_gridDim
#include "emu.h"
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

enum {
    WARP = 32,
    MAX_THREADS = 1024,
    MAX_WARPS = MAX_THREADS / WARP,
    MAX_BARRIERS = 16,
    MAX_UNORDERED = 64
};

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
// The address in the program that asked for something; one back, it lies inside the call.
#define CALLER() ((const char *)__builtin_return_address(0) - 1)

// ---- device.c -----------------------------------------------------------------------------------

struct gpu_model {
    const char *key, *name;
    int major, minor, sms;
    int threads_per_sm, blocks_per_sm;
    int shared_per_sm, shared_per_block_optin; // bytes
    int l2_bytes, bus_bits, clock_khz, memory_clock_khz;
    long long memory_bytes;
};

const struct gpu_model *gpu_model(void);           // the chosen one
int gpu_blocks_per_sm(int threads, size_t shared); // occupancy; 0 when one block does not fit

// ---- arena.c --------------------------------------------------------------------------------------

// One reserved range of addresses holds everything that a kernel can reach, so that the check of an
// access costs a subtraction, a comparison and one load from the shadow beside it.
#define GIB ((uintptr_t)1 << 30)
#define ARENA_BASE arena_base
extern uintptr_t arena_base __attribute__((visibility("hidden"))); // set once, at the start
#define GLOBAL_END (512 * GIB)                                     // cudaMalloc
#define MANAGED_END (GLOBAL_END + 128 * GIB) // managed and pinned memory: the host may touch it
#define SHARED_END (MANAGED_END + 64 * GIB)  // one window a resident block
#define STACK_END (SHARED_END + 256 * GIB)   // one stack a running thread
#define SHADOWED_END SHARED_END
// Behind the shadowed part, as far as races go: the program's __device__ variables.
#define VARIABLES SHADOWED_END
#define CHECKED_END (VARIABLES + GIB)

// One shadow byte for 8 bytes of memory: how many of the 8 may be touched (0..8), or why none may.
#define SHADOW_BASE (ARENA_BASE + STACK_END)
#define SHADOW(offset) (((int8_t *)SHADOW_BASE)[(offset) >> 3])
enum { SHADOW_NONE = 0, SHADOW_ALL = 8, SHADOW_FREED = -1 };

enum allocation_kind { ALLOC_DEVICE, ALLOC_MANAGED, ALLOC_PINNED, ALLOC_HEAP };

struct allocation {
    uintptr_t base;
    size_t size;
    enum allocation_kind kind;
    bool live;
    const char *made_by, *freed_by; // program counters
};

void arena_init(void);
// Reserves `size` closed bytes at an address that is a multiple of 16 TiB: 0 when there is no room.
uintptr_t reserve(uintptr_t size);
bool arena_allocate(size_t size, enum allocation_kind kind, const char *pc, uintptr_t *base);
// The live allocation that starts at base, or NULL.
struct allocation *arena_find_start(uintptr_t base);
// The allocation, live or freed, that address lies in or is nearest to; NULL when there is none.
struct allocation *arena_nearest(uintptr_t address);
void arena_free(struct allocation *allocation, const char *pc);
// True when every byte of [address, address+size) belongs to one live allocation.
bool arena_is_valid(uintptr_t address, size_t size);
size_t arena_bytes_in_use(void);
// Calls each live managed or pinned allocation.
void arena_for_each_shared_with_host(void (*each)(const struct allocation *allocation));
void arena_free_all(const char *pc); // cudaDeviceReset
void arena_report_leaks(void);
void shadow_set(uintptr_t address, size_t size); // the bytes may be touched
void shadow_clear(uintptr_t address, size_t size, int8_t why);

// Device memory is closed to the host except while the engine itself works on it.
void arena_open(void);
void arena_close(void);

static inline uintptr_t arena_offset(const void *p) { return (uintptr_t)p - ARENA_BASE; }

// ---- fiber.c --------------------------------------------------------------------------------------

struct stack; // one fiber stack
struct stack *stack_take(void);
void stack_give(struct stack *stack);
char *stack_top(struct stack *stack);
size_t stack_size(void);
uintptr_t stack_low(const struct stack *stack);
void *fiber_prepare(struct stack *stack, void (*entry)(void)); // the first stack pointer
void fiber_switch(void **save, void *load);                    // leaves here, goes on there

// ---- Who made an access (check.c, order.c) --------------------------------------------------------

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

enum { CLOCK_LAST = (1 << 14) - 1 };

// ---- threads, blocks, launches ------------------------------------------------------------------

enum thread_state { THREAD_NEW, THREAD_READY, THREAD_AT_BARRIER, THREAD_AT_WARP_OP, THREAD_DONE };

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
    OP_MMA
};

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
};

struct thread {
    struct block *block;
    struct uint3 index;
    unsigned id; // linear index in the block: warp id / 32, lane id % 32
    enum thread_state state;
    bool yielded; // gave way because it seems to wait for another thread
    void *sp;
    struct stack *stack;
    uintptr_t stack_low;
    bool checked;
    bool alert;   // check.c must look twice: a doubt, or asynchronous copies in the block
    int patience; // accesses left before it must give way
    long long steps;
    const char *last_pc;            // where it last polled memory
    uint64_t *trace_at, *trace_end; // where its next access is noted (count.c); equal: nowhere
    int barrier;                    // id of the barrier it waits at
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
    int count, all, any;   // of the predicates brought
    int result_count, result_all, result_any;
};

// The window of shared memory that a resident block owns: static arrays below, dynamic above.
enum { WINDOW_SIZE = 1 << 20, WINDOW_DYNAMIC = WINDOW_SIZE / 2, MAX_SITES = 256 };

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
    struct uint3 index;
    struct order order;
    struct operation operations[OPERATIONS]; // the latest
    bool acquired_any;
    int living;       // threads that have not ended
    long long events; // threads ended, barriers opened, warp operations completed
    struct thread *threads;
    void *scheduler_sp;
    char *window;
    uint32_t static_open, dynamic_open;  // bytes of either half whose shadow is set
    unsigned char site_ready[MAX_SITES]; // arrays whose shadow is set in this window
    struct barrier barriers[MAX_BARRIERS];
    struct block *next;
    // check.c: reads of shared memory before anybody wrote it, until it is known whether somebody
    // was late (a race) or nobody ever writes
    struct early_read {
        struct thread *thread;
        uintptr_t offset;
        size_t size;
        const char *pc;
    } early[8];
    int early_count;
    struct async *async;          // async.c: NULL until a thread first copied
    bool copying;                 // this block's threads have
    int grid_generation;          // how many grid barriers it has passed
    char *exchange[MAX_WARPS][2]; // buffers of emu_warp_exchange, used in turn
    size_t exchange_size[MAX_WARPS][2];
    unsigned char exchange_turn[MAX_WARPS];
};

struct launch {
    const char *kernel;
    const void *function;
    struct dim3 grid, block;
    bool counted, checked;
    uint16_t stamp;
    struct block_releases *_Atomic *releases;
    uint16_t unordered[MAX_UNORDERED]; // stamps of launches that could run at the same time
    int unordered_count;
    bool fences_seen; // some thread has executed __threadfence()
    atomic_bool any_release;
    size_t dynamic_shared;
    unsigned threads_per_block;
    uint64_t blocks;
    atomic_uint_fast64_t resident_limit;
    char refused[200]; // why it should never have begun: found out when its shared arrays were met
    bool cooperative;
    void (*body)(void *);
    const void *closure;
    size_t closure_size;
    const char *pc;
    atomic_uint_fast64_t next_block;
    atomic_uint_fast64_t resident; // blocks started and not ended
    atomic_int busy_workers;       // those that have not long been waiting in vain
    atomic_bool overdue;           // it should have ended long ago (watchdog.c)
    atomic_bool stop;              // a thread broke a rule that ends the launch
    _Atomic cudaError_t error;
    // shared arrays of this kernel: offset by site id, 0 when not met yet (the first is at 128)
    pthread_mutex_t sites_lock;
    _Atomic uint32_t site_offset[MAX_SITES];
    uint32_t site_size[MAX_SITES];
    struct emu_site *sites[MAX_SITES];
    _Atomic uint32_t static_top;
    uint32_t static_bytes; // as nvcc would count it
    // grid barrier
    atomic_int grid_arrived, grid_generation;
};

extern __thread struct thread *emu_current; // NULL in host code
extern __thread struct uint3 threadIdx, blockIdx;
extern __thread struct dim3 blockDim, gridDim;
extern __thread long long emu_writes; // stores made by this worker's threads

void block_start(struct block *block, struct launch *launch, uint64_t number);
enum block_outcome { BLOCK_DONE, BLOCK_STUCK, BLOCK_STOPPED };
enum block_outcome block_run(struct block *block);
void block_end(struct block *block);
void block_report_deadlock(struct block *block); // who waits where; stops the launch

void thread_wait(enum thread_state state); // gives way until someone makes this thread ready
// What one poll of memory costs of a thread's patience (block.c): it soon lets others run.
enum { POLL = 1 << 12 };
void thread_give_way(void);                          // lets others run; stays ready
void thread_abandon(void) __attribute__((noreturn)); // the launch is over for this thread

// An access or a poll at pc has used up some of the thread's patience.
static inline void thread_spend(struct thread *t, int cost, const char *pc)
{
    if (UNLIKELY((t->patience -= cost) <= 0)) {
        t->last_pc = pc;
        thread_give_way();
    }
}

// The running lane brings its part and waits for the others; returns its collective with the
// result.
struct collective *warp_join(const struct collective *mine);
void warp_thread_ended(struct thread *thread);              // may complete what its lanes wait for
bool warp_resolve_idle(struct block *block, unsigned warp); // nobody can run: activemask

// ---- matrix.c -----------------------------------------------------------------------------------

static inline bool is_matrix_op(enum warp_op op) { return op == OP_LDMATRIX || op == OP_MMA; }
// All living lanes (`here`) have come to such an operation.
void matrix_complete(struct thread *const lanes[WARP], unsigned here);
// The block is stuck: because of lanes that wait for the rest of their warp there? Then that is
// told and the launch ends.
bool matrix_waits_in_vain(struct block *block);

// The static shared memory and the dynamic limit of a kernel, once known.
struct kernel_info {
    const void *function;
    const char *name; // NULL until kernel_name() was asked
    size_t static_shared;
    int max_dynamic_shared; // as set by cudaFuncSetAttribute
};
struct kernel_info *kernel_info(const void *function);
// What the program calls the function. Found out once, which takes a while.
const char *kernel_name(const void *function);

// ---- access.c ------------------------------------------------------------------------------------

// An atomic operation of this thread: ends its launch with a diagnosis when it may not touch p.
// `size` 1, 2, 4 or 8.
void access_atomic(const void *p, size_t size, bool store, const char *pc);

// An asynchronous copy of this thread: likewise.
void access_copy(const void *to, const void *from, int size, int src_bytes, const char *pc);

// The row of 16 bytes that this lane names for ldmatrix: likewise.
void access_row(const void *row, const char *pc);

// ---- async.c -------------------------------------------------------------------------------------

void async_end(struct block *block); // it has ended: what was not waited for is forgotten
// The thread touches shared memory that a copy of `thread` (its number) has not landed in.
enum copy_touch { COPY_READ, COPY_WRITTEN, COPY_COPIED };
void async_report_target(struct thread *t, unsigned thread, uintptr_t offset, size_t size,
                         enum copy_touch touch, const char *pc);
// The thread writes global memory. Is a copy of its block still to read it? Then that is reported.
bool async_reads(struct thread *t, uintptr_t offset, size_t size, const char *pc);

// ---- check.c, order.c --------------------------------------------------------------------------

void check_init(void);
bool check_is_on(void);
void check_open(uintptr_t address, size_t size, bool written); // new memory to watch
void check_close(uintptr_t address, size_t size);
void check_written(uintptr_t address, size_t size);
void check_unwritten(uintptr_t address, size_t size);
void check_copied(uintptr_t to, uintptr_t from, size_t size);
void check_forget(void);
// strong: 0 plain, 1 volatile, 2 atomic. The access is allowed and aligned already.
void check_settle_early_reads(struct block *block); // at a barrier, and at the end

// operation.c
bool operation_left_out(struct block *block); // at a barrier, and at the end: told, if so
void check_settle_doubt(struct thread *t);    // the thread goes on without an atomic on that place
void check_access(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                  unsigned strong, const char *pc);
// A copy of `bytes` at source (0: none that is watched) to `size` bytes of shared memory starts.
void check_async_begins(struct thread *t, uintptr_t to, size_t size, uintptr_t source, size_t bytes,
                        const char *pc);
void check_async_landed(struct thread *t, uintptr_t to, size_t size, const char *pc);

void order_begin(struct launch *launch);
void order_new_stamp(struct launch *launch);
void order_end(struct launch *launch);
void order_start(struct block *block);
void order_barrier(struct block *block, unsigned warp_mask);
void order_syncwarp(struct block *block, unsigned warp, unsigned lanes);
void order_fence(struct thread *thread, bool device); // device: not only for its own block
void order_release(struct thread *thread);            // it wrote a flag
bool order_before(const struct access_record *access, struct thread *thread);
bool check_touched_since(uintptr_t address, uint16_t stamp); // by a kernel after that launch
uint16_t order_last_stamp(void);
bool check_is_flag(uintptr_t offset,
                   uint16_t stamp); // last written by an atomic or through volatile

static inline uint16_t order_epoch(const struct thread *t)
{
    return t->block->order.epoch[t->id / WARP];
}
static inline uint16_t order_clock(const struct thread *t)
{
    return t->block->order.clock[t->id / WARP][t->id % WARP];
}

// ---- count.c -----------------------------------------------------------------------------------

// A lane notes its accesses; when no lane of the warp can go on, the notes are merged into the
// requests that a warp would have made.
enum { TRACE = 128 };
void count_note(struct thread *thread, const void *p, unsigned size, int kind, const char *pc);
// A note is one word: the place in the program (24 bits) above the address (40 bits).
enum { PLACE_BITS = 24, ADDRESS_BITS = 40 };
extern _Atomic uint16_t *count_place_of __attribute__((visibility("hidden"))); // 0: not met yet
extern const char __executable_start[];
// An asynchronous copy; from NULL: it only fills with zeros.
void count_note_copy(struct thread *t, const void *to, const void *from, unsigned size,
                     unsigned bytes, bool past_l1, const char *pc);
void count_meeting(struct thread *thread, const char *pc); // lanes come together here
void count_barrier(void);
void count_begin_warp(struct block *block, unsigned warp);
// Merges what is noted. True when some lane stopped only because its notes were full.
bool count_merge(struct block *block, unsigned warp);
void count_block(const struct launch *launch);
void count_launch_ended(const struct launch *launch);
bool count_is_on(void);
void count_init(void);
enum { NOTE_LOAD, NOTE_STORE, NOTE_ATOMIC, NOTE_MEETING, NOTE_COPY, NOTE_LDMATRIX, NOTE_MMA };

// What count_note does, where place and memory are the usual ones.
static inline void count_note_soon(struct thread *t, uintptr_t offset, const void *p, unsigned size,
                                   int kind, const char *pc)
{
    uint64_t at = (uint64_t)(pc - __executable_start);
    if (UNLIKELY(at >> PLACE_BITS || offset >= STACK_END ||
                 atomic_load_explicit(&count_place_of[at], memory_order_relaxed) == 0)) {
        count_note(t, p, size, kind, pc);
        return;
    }
    *t->trace_at = at << ADDRESS_BITS | offset;
    t->trace_at += WARP;
    if (UNLIKELY(t->trace_at == t->trace_end))
        thread_wait(THREAD_READY); // until the notes are merged
}

// listing.c: true when the environment asks for a listing or a picture at the end.
bool listing_init(void);

// ---- image.c -----------------------------------------------------------------------------------

// The program's own variables: __device__ and __constant__ ones, and constants of the code itself.
bool image_allows(uintptr_t address, size_t size, bool store);
enum emu_space image_section_of(uintptr_t address);
uintptr_t image_variable(uintptr_t address); // its offset among the checked ones; 0: none of them
uintptr_t image_variable_address(uintptr_t offset);
void image_for_each_section(void (*each)(uintptr_t offset, size_t size));
bool image_is_symbol(uintptr_t address, size_t size); // a __device__ or __constant__ variable
bool image_is_host_variable(uintptr_t address);

// ---- function.c ------------------------------------------------------------------------------------

// The name of a kernel, without namespaces, arguments of a template and parameters.
void function_name(const void *function, char *name, size_t size);

// ---- where.c ---------------------------------------------------------------------------------------

// Source position of an address of the program, "file.cu:31"; the wrappers of the CUDA headers are
// skipped. Returns `text`.
char *where(const char *pc, char *text, size_t size);
// The same for many addresses at once: fills texts[i] (each of `size` bytes).
void where_all(const char *const *pcs, int count, char *texts, size_t size);

// As it stands in the program's file.
uintptr_t address_in_file(const char *pc);

// A place in the program as a number that fits in a record, and back.
enum { PLACE_OF_COPY = INT32_MIN }; // a mark beside the number: an asynchronous copy stands there
uint32_t place_number(const char *pc);
const char *place_pc(uint32_t number);

// ---- report.c --------------------------------------------------------------------------------------

// One diagnosis, printed to stderr in one piece; the program's exit status becomes 1.
// `what` is the first line; `address` and `cure` may be NULL.
void report(const char *pc, const char *address, const char *cure, const char *what, ...)
    __attribute__((format(printf, 4, 5)));
// Has this been told (it is counted then)? Spares the work of describing it once more.
bool report_is_old(const char *pc, const char *what);
// As above for the running thread, then ends its launch with `error`.
void report_and_stop(cudaError_t error, const char *pc, const char *address, const char *cure,
                     const char *what, ...) __attribute__((format(printf, 5, 6), noreturn));
// "allocation of 4096 bytes by cudaMalloc at main.c:12, 4 bytes past its end"
char *describe_address(uintptr_t address, size_t size, char *text, size_t text_size);
// A launch that never began: remembered for cudaGetLastError, and explained.
void launch_refused(cudaError_t error, const char *pc, const char *kernel, const char *why);
void fatal(const char *what, ...) __attribute__((format(printf, 1, 2), noreturn));

// ---- memory.c ------------------------------------------------------------------------------------

bool symbol_address_was_asked(uintptr_t address);
bool host_is_registered(uintptr_t address, size_t size); // by cudaHostRegister

// ---- shared.c ------------------------------------------------------------------------------------

// Forbids what the window's last user had; static arrays are opened as they are met.
void window_open(struct block *block);
// The static array at or before an offset of the window, as an index into launch->sites; -1: none.
int shared_site_at(const struct launch *launch, uintptr_t offset);
// The name of the array that an address of the block's shared memory lies in; NULL: dynamic.
const char *shared_array_at(const struct block *block, uintptr_t address);
enum { SITE_ALIGN = 128, STATIC_LIMIT = 48 << 10 };

// ---- watchdog.c ----------------------------------------------------------------------------------

void watchdog_add_this_thread(void);
void watchdog_launch(struct launch *launch); // NULL: it is over
void watchdog_block_ended(void);
void watchdog_overdue(const char *pc) __attribute__((noreturn)); // ends the running thread's launch

// ---- stream.c ------------------------------------------------------------------------------------

// Notes the launch in its stream, and which earlier ones nothing puts before it.
void stream_launch(cudaStream_t stream, struct launch *launch);
void stream_sync(cudaStream_t stream); // the host has waited for it
void stream_sync_all(void);

// ---- pending.c -----------------------------------------------------------------------------------

// Here a launch or an asynchronous copy has ended when the call returns; on a GPU it may not have.
// Memory that both sides can touch stays closed to the host until the program synchronises.
void pending_launch(const char *pc);
void pending_copy(const void *host, size_t size, bool host_may_read, const char *pc);
void pending_open_for_device(void);
void pending_settle(void); // the program has synchronised
// A fault at `address` because of that? Then it is reported (or the memory opened again), and true.
bool pending_fault(uintptr_t address, const char *pc);

// ---- fault.c ---------------------------------------------------------------------------------------

// Turns a segmentation fault into a diagnosis: host code that follows a device pointer, a library
// function inside a kernel that was handed a wrong one, a thread whose local arrays outgrew its
// stack.
void fault_handler_init(void);
void fault_handler_for_this_thread(void); // each thread needs a spare stack to handle it on

// ---- runtime ---------------------------------------------------------------------------------------

// Remembers an error for cudaGetLastError, and where it arose, should nobody ever ask. Returns it.
cudaError_t set_error_at(cudaError_t error, const char *pc);
#define set_error(error) \
    set_error_at(error, CALLER()) // in a function that the program called itself
void report_unseen_error(void);
void set_sticky_error(cudaError_t error); // every later call returns it, as after a crashed kernel
cudaError_t sticky_error(void);
void engine_init(void);             // once, by the first call of any kind
extern pthread_mutex_t engine_lock; // one runtime call at a time
extern pthread_mutex_t heap_lock;   // malloc and free of kernels

#endif
