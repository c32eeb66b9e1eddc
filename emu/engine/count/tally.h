// SPDX-License-Identifier: MIT
//
// tally.h: what count.c, count_copy.c and counters.c share: the places of a program that touch
// memory, and the tallies of what they cost.
#ifndef TALLY_H
#define TALLY_H

#include "notes.h"

enum { SECTOR = 32, BANKS = 32, ROW = 128 }; // ROW: bytes that the 32 banks deliver in one pass

// One load, store or atomic in the program's code.
struct place {
    const char *pc;
    unsigned size;
    int kind;
    _Atomic bool sampled;
    unsigned sample_lanes;
    uint64_t sample[WARP];
    uint64_t sample_to[WARP]; // of a copy
    const char *array;        // the shared array that the sample touches
};

struct tally {
    long long requests, lanes;
    long long sectors;                  // global
    long long wavefronts, conflicts;    // shared
    long long shared_requests;          // of a copy: those in which some lane reads
    long long bytes_read, bytes_landed; // asynchronous copies; bytes_read: ldmatrix
                                        // and stmatrix, too
};

// What a note about an asynchronous copy has no room for; its address is the source's.
struct copy_note {
    uint32_t to; // offset in the window of the block
    uint8_t size, bytes;
    bool past_l1;
};

enum { MAX_PLACES = 1 << 14 };

// One a worker, so that nobody waits for anybody; added up when somebody asks.
struct worker_counts {
    struct worker_counts *next;
    struct tally tallies[MAX_PLACES];
    long long mbarrier_arrivals, barriers, blocks, warps, threads;
    struct {
        long long requests, sectors, bytes;
    } bulk[2]; // loads and stores by the copy engine
    long long wgmma_operations;
    const struct block *block; // whose warp is merged now
    unsigned warp;             // which
    bool copies_noted;
    struct copy_note copies[TRACE][WARP]; // beside the notes
    uint64_t notes[TRACE + 1][WARP];      // the last row is never written: trace_end points there
};

extern struct place count_places[MAX_PLACES];
extern _Atomic int count_places_used; // the first is never used: 0 means none
extern struct worker_counts *count_workers;
struct worker_counts *my_counts(void); // of the worker that asks

struct lane_copy {
    uint64_t from;
    struct copy_note note;
    unsigned lane;
};

// How many different sectors the addresses lie in; they are few and often in order. low and high
// are the lowest and the highest address.
unsigned count_sectors(const uint64_t *addresses, unsigned count, uint64_t low, uint64_t high);

// One group of lanes that the banks serve together: adds how many passes it takes, which is the
// largest number of different words that one bank must deliver, and how many it would take if the
// words were spread evenly.
void count_bank_passes(const uint64_t *addresses, unsigned count, unsigned size, unsigned *passes,
                       unsigned *ideal);

// Keeps the addresses of a place's first request, to be shown. Returns whether this was the first.
bool count_sample(struct place *place, const uint64_t *addresses, const unsigned *lanes,
                  unsigned count);

// The block whose warp is merged now, by this worker.
static inline const struct block *merged_block(void) { return my_counts()->block; }

// ---- count_order.c ------------------------------------------------------------------------------

extern uint32_t *count_order;
void count_order_init(void); // reads the program's tables

// The place that decides when a lane goes on, for the place where it is.
static inline uint64_t order_of(uint64_t place)
{
    return LIKELY(!count_order) || count_order[place] == 0 ? place : count_order[place];
}

// ---- count_copy.c -------------------------------------------------------------------------------

// One request of cp.async: adds its cost. The copies are in the order of their lanes.
void count_copies(struct tally *tally, struct place *place, const struct lane_copy *copies,
                  unsigned count);

// One ldmatrix or stmatrix, whose lanes name rows of matrices, or nothing.
void count_matrices(struct tally *tally, struct place *place, const uint64_t *addresses,
                    const unsigned *lanes, unsigned count);

#endif
