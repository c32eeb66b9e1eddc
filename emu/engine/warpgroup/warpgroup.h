// SPDX-License-Identifier: MIT
//
// warpgroup.h: four warps that follow each other, and what they have under way together: wgmma's
// products, registers given back. What warpgroup.c, wgmma*.c, accumulators.c and registers.c share.
#ifndef WARPGROUP_H
#define WARPGROUP_H

#include "../base/base.h"

#include "emu_warpgroup.h"

enum {
    GROUP_WARPS = 4,
    GROUP_THREADS = GROUP_WARPS * WARP,
    MAX_GROUPS = MAX_THREADS / GROUP_THREADS,
    MOST_ROWS = 64,
    MOST_COLUMNS = 256,
    LINE_BYTES = 32, // of k: a row of A, a column of B, in one product
    VECTOR = 16      // bytes that stay together in every layout
};

// ---- wgmma_tile.c -------------------------------------------------------------------------------

// A or B of one product: where its vectors of 16 bytes stand in the window of the block. K-major:
// vector 2 i + h is half h of line i (a row of A, a column of B). MN-major: vector 16 g + p is
// lines 8 g to 8 g + 7 at p of k.
struct tile {
    uint64_t descriptor;
    int lines, count;
    bool transposed;
    uint32_t low, high; // all of them lie in between
    uint32_t at[2 * MOST_COLUMNS];
};

// What a descriptor says.
struct descriptor {
    uint32_t start, leading, stride;
    unsigned base, swizzle; // WGMMA_NO_SWIZZLE ...: 0 none, 1 128 bytes, 2 64, 3 32
};
struct descriptor descriptor_of(uint64_t bits);
// Set where a descriptor holds 16 bits of the address, as emu_wgmma_descriptor makes it: windows
// are larger here than a GPU's. One that the program has put together holds 14.
#define DESCRIPTOR_WHOLE (UINT64_C(1) << 61)
unsigned swizzle_bytes(unsigned swizzle); // a row of the pattern; 0: none

void tile_place(struct tile *tile, uint64_t descriptor, int lines, bool transposed);
// Line after line, LINE_BYTES each.
void tile_read(const struct tile *tile, const char *window, uint8_t *lines);
// Does the vector hold some of the lines from `first` on, `count` of them?
bool tile_has_lines(const struct tile *tile, int vector, int first, int count);

// ---- wgmma_check.c ------------------------------------------------------------------------------

// Does the descriptor make sense? Ends the launch where the tile leaves shared memory.
void tile_check(struct thread *t, const struct tile *tile, char matrix, const char *name,
                const char *pc);

// ---- wgmma_multiply.c ---------------------------------------------------------------------------

// D of 64 x n: A's and B's lines of LINE_BYTES; in d the 128 threads' registers.
void wgmma_multiply(const struct emu_wgmma *which, const uint8_t *a, const uint8_t *b, bool add,
                    void *const d[GROUP_THREADS]);

// ---- Products under way -------------------------------------------------------------------------

struct product {
    const struct emu_wgmma *which;
    bool add;
    const char *pc;
    unsigned commits;       // groups that its threads had committed before
    unsigned came;          // threads that have issued it
    void *d[GROUP_THREADS]; // NULL: this thread has not
    struct tile a, b;
    // Of inline PTX (wgmma_registers.c)
    bool negated;                    // the products, by the scales of A and B
    bool a_in_registers;             // there is no tile of A
    uint32_t a_of[GROUP_THREADS][4]; // what it is then
    void **scattered[GROUP_THREADS]; // where each register of D is, if not one behind the other
};

// Registers of D of one thread, known since it first gave them to a wgmma.
struct accumulator {
    uintptr_t at;
    unsigned size;
    unsigned under_way;  // products that will still write them
    const char *product; // the latest
    const char *touched; // since the last wgmma_fence(), NULL: not
};

enum { MOST_ACCUMULATORS = 8, RECENT = 16 };

struct member {
    unsigned issued, commits;
    bool fenced; // has executed wgmma_fence()
    struct accumulator known[MOST_ACCUMULATORS];
    int count;
    // local variables that it has touched since the last fence, the latest ones
    struct recent {
        uintptr_t at;
        const char *pc;
    } recent[RECENT];
    unsigned touches;
};

struct warpgroup {
    struct product **products; // not retired, oldest first
    unsigned count, room;
    unsigned retired; // number of the first
    int waiting;      // threads at an operation of the whole warpgroup
    int ended;        // threads that have returned
    int registers;    // a thread; 0: as at the start
    struct member members[GROUP_THREADS];
};

struct warpgroups {
    struct warpgroup of[MAX_GROUPS];
    int pool; // registers given back by setmaxnreg_dec
    struct product **unused;
    unsigned unused_count, unused_room;
};

static inline unsigned member_of(const struct thread *t) { return t->id % GROUP_THREADS; }

// ---- warpgroup.c --------------------------------------------------------------------------------

// The thread's warpgroup; ends the launch where the block or the GPU has none. what: the caller.
struct warpgroup *warpgroup_of(struct thread *t, const char *what, const char *pc);
// Waits until all 128 threads have come to the same; the last one does the work.
void warpgroup_join(const struct collective *mine);
// Told: of the warpgroup of `t` only those threads are at t's place; ends the launch.
void warpgroup_report_diverged(struct thread *t, const char *what, const char *pc,
                               const unsigned here[GROUP_WARPS]);

// ---- wgmma.c, registers.c: all threads of the warpgroup have come -------------------------------

void wgmma_wait_complete(struct thread *first);
// False: the pool has too few registers, so it waits on.
bool setmaxnreg_complete(struct thread *first);
bool registers_wait_in_vain(struct block *block); // told, if so

// ---- wgmma_registers.c --------------------------------------------------------------------------

// Of n registers: NULL if they follow each other, else a copy of the list; free() it.
void **registers_scattered(void *const d[], int n);
// A from its registers, as tile_read() has it; the signs of its elements changed.
void registers_to_lines(const struct product *p, uint8_t *lines);
void lines_negate(const struct emu_wgmma *which, uint8_t *lines);
// wgmma_multiply(), wherever D is.
void registers_multiply(const struct product *p, const uint8_t *a, const uint8_t *b);

// ---- accumulators.c -----------------------------------------------------------------------------

void accumulators_fence(struct thread *t, struct member *m);
// d NULL: they do not follow each other, and are not looked at.
void accumulators_issue(struct thread *t, struct member *m, const struct emu_wgmma *which, void *d,
                        const char *pc);
void accumulators_retire(struct member *m, const void *d);

// ---- warpgroup.c ----------------------------------------------------------------------------------

void warpgroup_end(struct block *block);
void warpgroup_thread_ended(struct thread *thread); // those who wait for it are told
// As matrix_waits_in_vain: because of a warpgroup that is not complete, or of registers.
bool warpgroup_waits_in_vain(struct block *block);

// ---- accumulators.c, wgmma.c --------------------------------------------------------------------

// The thread, which uses wgmma, reads or writes a local variable.
void accumulators_touched(struct thread *t, uintptr_t address, size_t size, enum access_kind kind,
                          const char *pc);
void wgmma_register(void); // says what check.h asks of products in flight

#endif
