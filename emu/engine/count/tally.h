// SPDX-License-Identifier: MIT
//
// tally.h: what count.c, count_copy.c and counters.c share: the locations in a program that access
// memory, and tallies of their cost.
#ifndef TALLY_H
#define TALLY_H

#include "notes.h"

enum { SECTOR = 32, BANKS = 32, ROW = 128 }; // ROW: bytes that the 32 banks deliver in one pass

// A load, store, atomic or other counted instruction in the program's code.
struct place {
    const char *pc;
    unsigned size;
    int kind;
    _Atomic bool sampled;
    bool is_float; // an atomic of floating-point numbers
    unsigned sample_lanes;
    uint64_t sample[WARP];
    uint64_t sample_to[WARP]; // destinations of a cp.async
    const char *array;        // the shared array that the sample accesses
    // An atomic: what traced blocks add.
    enum { ADDS_NOTHING, ADDS_ONE_VALUE, ADDS_VALUES } adds;
    uint64_t value;
};

struct tally {
    long long requests, lanes;
    long long sectors;                  // global
    long long wavefronts, conflicts;    // shared
    long long shared_requests;          // for cp.async: requests in which at least one lane reads
    long long bytes_read, bytes_landed; // cp.async; bytes_read also for ldmatrix and stmatrix
};

// The part of a cp.async that a note has no room for. The note's address is the source.
struct copy_note {
    uint32_t to; // offset in the window of the block
    uint8_t size, bytes;
    bool past_l1;
};

enum { MAX_PLACES = 1 << 14 };

// One for each worker, so that counting needs no locks; summed when counters are read.
struct worker_counts {
    struct worker_counts *next;
    pthread_t owner;
    struct tally tallies[MAX_PLACES];
    long long mbarrier_arrivals, barriers, blocks, warps, threads;
    struct {
        long long requests, sectors, bytes;
    } bulk[2]; // loads and stores by the copy engine
    long long wgmma_operations;
    const struct block *block; // the block and warp that are being merged
    unsigned warp;             // which
    bool copies_noted;
    struct copy_note copies[TRACE][WARP]; // parallel to notes
    uint64_t notes[TRACE + 1][WARP];      // the last row is never written: trace_end points there
};

extern struct place count_places[MAX_PLACES];
extern _Atomic int count_places_used; // index 0 is unused: it means no location
// The first of the list (base/sealed.h).
static inline struct worker_counts *count_workers(void) { return sealed.workers; }
struct worker_counts *my_counts(void); // of the calling worker

struct lane_copy {
    uint64_t from;
    struct copy_note note;
    unsigned lane;
};

// The number of different sectors of these addresses, which are few and often sorted. low and high
// are the lowest and the highest address.
unsigned count_sectors(const uint64_t *addresses, unsigned count, uint64_t low, uint64_t high);

// A group of lanes that the banks serve together. Adds to *passes the passes it takes, which is the
// largest number of different words that one bank must deliver; and to *ideal the passes if the
// words were spread evenly.
void count_bank_passes(const uint64_t *addresses, unsigned count, unsigned size, unsigned *passes,
                       unsigned *ideal);

// Stores the addresses of a location's first request, for pictures. Returns whether this was the
// first.
bool count_sample(struct place *place, const uint64_t *addresses, const unsigned *lanes,
                  unsigned count);

// The block whose warp this worker is merging.
static inline const struct block *merged_block(void) { return my_counts()->block; }

// ---- count_order.c ------------------------------------------------------------------------------

extern uint32_t *count_order;
void count_order_init(void); // reads the program's table

// The location that decides when a lane continues, for its current location.
static inline uint64_t order_of(uint64_t place)
{
    return LIKELY(!count_order) || count_order[place] == 0 ? place : count_order[place];
}

// ---- count_copy.c -------------------------------------------------------------------------------

// Adds the cost of one request of cp.async. The copies are sorted by lane.
void count_copies(struct tally *tally, struct place *place, const struct lane_copy *copies,
                  unsigned count);

// Adds the cost of an ldmatrix or stmatrix. Each lane passes the address of a row, or none.
void count_matrices(struct tally *tally, struct place *place, const uint64_t *addresses,
                    const unsigned *lanes, unsigned count);

#endif
