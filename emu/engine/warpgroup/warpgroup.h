// SPDX-License-Identifier: MIT
//
// warpgroup.h: the state of warpgroups: products in flight, accumulators, registers. Shared by
// warpgroup.c, wgmma*.c, accumulators.c and registers.c.
#ifndef WARPGROUP_H
#define WARPGROUP_H

#include "../base/base.h"

#include "emu/device/warpgroup.h"

enum {
    GROUP_WARPS = 4,
    GROUP_THREADS = GROUP_WARPS * WARP,
    MAX_GROUPS = MAX_THREADS / GROUP_THREADS,
    MOST_ROWS = 64,
    MOST_COLUMNS = 256,
    LINE_BYTES = 32, // bytes of a row of A or a column of B in one product
    VECTOR = 16      // bytes that are contiguous in every layout
};

// ---- wgmma_tile.c -------------------------------------------------------------------------------

// A or B of one product: the offsets of its vectors of 16 bytes in the block's window. K-major:
// vector 2 i + h is half h of line i (a row of A or a column of B). MN-major: vector 16 g + p holds
// lines 8 g to 8 g + 7 at position p of k.
struct tile {
    uint64_t descriptor;
    int lines, count;
    bool transposed;
    uint32_t low, high; // range of all offsets
    uint32_t at[2 * MOST_COLUMNS];
};

// A decoded descriptor.
struct descriptor {
    uint32_t start, leading, stride;
    unsigned base, swizzle; // WGMMA_NO_SWIZZLE ...: 0 none, 1 128 bytes, 2 64, 3 32
};
struct descriptor descriptor_of(uint64_t bits);
// Set if a descriptor holds 16 bits of the address, as emu_wgmma_descriptor makes it, because
// windows are larger here than on a GPU. A descriptor that the program builds holds 14.
#define DESCRIPTOR_WHOLE (UINT64_C(1) << 61)
unsigned swizzle_bytes(unsigned swizzle); // bytes of a row of the pattern; 0: none

void tile_place(struct tile *tile, uint64_t descriptor, int lines, bool transposed);
// Copies the tile line by line, LINE_BYTES each.
void tile_read(const struct tile *tile, const char *window, uint8_t *lines);
// Does the vector hold any of the `count` lines from `first` on?
bool tile_has_lines(const struct tile *tile, int vector, int first, int count);

// ---- wgmma_check.c ------------------------------------------------------------------------------

// Checks the descriptor. Ends the launch if the tile is not inside shared memory.
void tile_check(struct thread *t, const struct tile *tile, char matrix, const char *name,
                const char *pc);

// ---- wgmma_multiply.c ---------------------------------------------------------------------------

// Registers of D of one thread: two sums in f16 share one.
static inline int wgmma_registers_of_d(const struct emu_wgmma *which)
{
    return which->n / (which->sum == EMU_F16 ? 4 : 2);
}
// D of 64 x n. a and b are lines of LINE_BYTES; d has the registers of the 128 threads.
void wgmma_multiply(const struct emu_wgmma *which, const uint8_t *a, const uint8_t *b, bool add,
                    void *const d[GROUP_THREADS]);

// ---- Products in flight -------------------------------------------------------------------------

struct product {
    const struct emu_wgmma *which;
    bool add;
    const char *pc;
    unsigned commits;       // groups that its threads had committed before
    unsigned came;          // threads that have issued it
    void *d[GROUP_THREADS]; // NULL: not issued by this thread
    struct tile a, b;
    // For inline PTX (wgmma_registers.c):
    bool negated;                     // the product is negated, by the scales of A and B
    bool a_in_registers;              // A has no tile
    uint32_t a_of[GROUP_THREADS][4];  // A's registers in that case
    uintptr_t a_at[GROUP_THREADS][4]; // and their addresses; 0: not known
    void **scattered[GROUP_THREADS];  // address of each register of D if they are not contiguous,
                                      // else NULL
};

// Registers of D of one thread, from its first wgmma with them.
struct accumulator {
    uintptr_t at;
    unsigned size;
    unsigned under_way;  // products in flight that write them
    const char *product; // the latest
    const char *touched; // the first access since the last wgmma_fence(), or NULL
};

enum { MOST_ACCUMULATORS = 8, RECENT = 16 };

struct member {
    unsigned issued, commits;
    bool fenced; // has executed wgmma_fence()
    struct accumulator accumulators[MOST_ACCUMULATORS];
    int count;
    // the latest accesses to local variables since the last fence
    struct recent {
        uintptr_t at;
        const char *pc;
    } recent[RECENT];
    unsigned touches;
};

struct warpgroup {
    struct product **products; // not retired, oldest first
    unsigned count, room;
    unsigned retired; // number of the first product in the list
    int waiting;      // threads at an operation of the whole warpgroup
    int ended;        // threads that have returned
    int registers;    // of a thread; 0: as at the start
    struct member members[GROUP_THREADS];
};

struct warpgroups {
    struct warpgroup of[MAX_GROUPS];
    int pool; // registers returned by setmaxnreg_dec
    struct product **unused;
    unsigned unused_count, unused_room;
};

static inline unsigned member_of(const struct thread *t) { return t->id % GROUP_THREADS; }

// ---- warpgroup.c --------------------------------------------------------------------------------

// The thread's warpgroup. Ends the launch if the block or the GPU has none. what: the operation's
// name.
struct warpgroup *warpgroup_of(struct thread *t, const char *what, const char *pc);
// Waits until all 128 threads have reached the same operation; the last one performs it.
void warpgroup_join(const struct collective *mine);
// Reports that only the threads in `here` of t's warpgroup are at t's location, and ends the
// launch.
void warpgroup_report_diverged(struct thread *t, const char *what, const char *pc,
                               const unsigned here[GROUP_WARPS]);

// ---- wgmma.c, registers.c: all threads of the warpgroup have arrived ----------------------------

void wgmma_wait_complete(struct thread *first);
// Returns false if the pool has too few registers, so the warpgroup continues to wait.
bool setmaxnreg_complete(struct thread *first);
bool registers_report_stuck(struct block *block); // reports it

// ---- wgmma_registers.c --------------------------------------------------------------------------

// NULL if the n registers are contiguous, else a copy of the list; free() it.
void **registers_scattered(void *const d[], int n);
// Reads A from registers into lines as tile_read() does; lines_negate() flips the signs of the
// elements.
void registers_to_lines(const struct product *p, uint8_t *lines);
void lines_negate(const struct emu_wgmma *which, uint8_t *lines);
// wgmma_multiply() for contiguous and scattered registers of D.
// first: the warpgroup's first thread.
void registers_multiply(struct thread *first, const struct product *p, const uint8_t *a,
                        const uint8_t *b);

// ---- accumulators.c -----------------------------------------------------------------------------

void accumulators_fence(struct thread *t, struct member *m);
// d NULL: the registers are not contiguous and are not checked.
void accumulators_issue(struct thread *t, struct member *m, const struct emu_wgmma *which, void *d,
                        const char *pc);
void accumulators_retire(struct member *m, const void *d);

// ---- warpgroup.c --------------------------------------------------------------------------------

void warpgroup_end(struct block *block);
void warpgroup_thread_ended(struct thread *thread); // reports threads that wait for it
// Like matrix_report_stuck, for an incomplete warpgroup or for missing registers.
bool warpgroup_report_stuck(struct block *block);

// ---- accumulators.c, wgmma.c --------------------------------------------------------------------

// The thread, which uses wgmma, reads or writes a local variable.
void accumulators_touched(struct thread *t, uintptr_t address, size_t size, enum access_kind kind,
                          const char *pc);
void wgmma_register(void); // registers the callbacks of check.h for products in flight

#endif
