// SPDX-License-Identifier: MIT
//
// lower_parts.h: what lower.c (a warp, request by request) and lower_segment.c (loads and the
// arithmetic that uses them) share.
#ifndef EXPECT_LOWER_PARTS_H
#define EXPECT_LOWER_PARTS_H

#include <stdbool.h>

#include "fitted.h"
#include "lower.h"

enum { SECTOR_WORDS = 8 };
enum { MOST_PLACES = 1 << 14, ENOUGH_LOADS = 8, ENOUGH_FMA = 64 };
// For code without facts: instructions for the address of a load, of a load in a loop that does
// little else, and of a store.
enum { ADDRESS_WORK = 5, FRAGMENT_WORK = 9, STORE_WORK = 12 };

struct misses {
    uint32_t sectors, fresh, fetched; // of some requests: requested, missed in L1, read from DRAM
    uint8_t l1, dram;                 // the last two, in 16ths of the first
};

struct lowering {
    const struct traced *at;
    uint32_t count;
    const struct lower_hint *hint;
    const struct gpu_time *gpu;
    struct stream *out;
    uint32_t *number;    // of each load, after it was emitted
    uint32_t (*from)[5]; // of each mma: loads of its operands, + 1
    uint32_t *sum_from;  // of each mma: the mma whose sum it accumulates, + 1
    bool *dropped;       // part of a wider load
    bool *wide;
    const struct misses *miss;
    const bool *common;              // locations whose data the blocks of an SM share
    uint32_t own;                    // 16ths of these data that a block fetches
    const uint32_t *miss_of;         // of each request: its entry in `miss`
    uint32_t store_dram;             // 16ths of a sector for a stored one
    uint32_t loads, mmas, last_miss; // counts so far; the last load that missed L1
    bool has_mma, has_ldmatrix, is_ahead, open_copies;
    uint8_t source; // the loads that feed the multiply-adds: REQ_LOAD_SHARED or REQ_LOAD
    uint32_t sources, sources_done;
    double work; // other instructions for one multiplication
    double work_due;
    int turn_work; // between two barriers, in addition
    int address_work;
    double fma, fma_done;
    int outputs, most_chains; // sums of a thread: those it stores; those it accumulates alternately
    uint32_t brought;         // registers that one group of loads fills, at most
    uint32_t accumulators;    // registers of all mma sums
    bool after_fence;         // the next loads may read what other blocks wrote
    uint32_t registers;       // limit for a thread
    bool counted;             // the instructions between requests are known from the program's code
    int due[UNITS];           // remaining quarters of these instructions
};

struct instr *lower_emit(struct lowering *l, enum instruction kind, uint32_t place);
void lower_alu(struct lowering *l, int times, uint32_t place); // integer instructions
void lower_load(struct lowering *l, uint32_t i);

// ---- lower_async.c ------------------------------------------------------------------------------

// Barriers, and asynchronous operations: copies of boxes, products of warpgroups.
void lower_async(struct lowering *l, const struct traced *r);
void lower_find_sums(struct lowering *l); // registers of the sums of all wgmma

// ---- lower_code.c -------------------------------------------------------------------------------

// The instructions before requests [begin, end), which depend on a load.
void lower_code(struct lowering *l, uint32_t begin, uint32_t end, uint32_t needs);

// ---- lower_segment.c ----------------------------------------------------------------------------

void lower_find_sources(struct lowering *l); // finds the operands of each mma; are they loaded
                                             // early?
bool lower_is_source(const struct lowering *l, uint32_t i);
void lower_work(struct lowering *l, double multiplies, uint32_t place); // other instructions
// Loads and arithmetic without a barrier in between.
void lower_segment(struct lowering *l, uint32_t begin, uint32_t end);

#endif
