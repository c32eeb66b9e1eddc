// SPDX-License-Identifier: MIT
//
// lower_parts.h: the inside of lower.c (a warp, request by request) and lower_segment.c (loads and
// the arithmetic that they feed).
#ifndef EXPECT_LOWER_PARTS_H
#define EXPECT_LOWER_PARTS_H

#include <stdbool.h>

#include "fitted.h"
#include "lower.h"

enum { SECTOR_WORDS = 8 };
enum { MOST_PLACES = 1 << 14, ENOUGH_LOADS = 8, ENOUGH_FMA = 64 };
// Where nobody has seen the machine code: instructions for an address that is loaded from, in a
// loop that does little else, and stored to.
enum { ADDRESS_WORK = 5, FRAGMENT_WORK = 9, STORE_WORK = 12 };

struct misses {   // 16ths of the sectors of a place
    uint8_t l1;   // that L1 does not have
    uint8_t dram; // that DRAM moves
    bool few;     // less than one
};

struct lowering {
    const struct traced *at;
    uint32_t count;
    const struct lower_hint *hint;
    const struct gpu_time *gpu;
    struct stream *out;
    uint32_t *number;    // of each load, once it is written down
    uint32_t (*from)[5]; // of each mma: loads that its registers come from, + 1
    uint32_t *sum_from;  // of each mma: the mma whose sum it adds to, + 1
    bool *dropped;       // part of a wider load
    bool *wide;
    const struct misses *miss;       // by place
    uint32_t store_dram;             // 16ths of a sector for one that is stored
    uint32_t loads, mmas, last_miss; // numbers so far; of the last load that L1 did not have
    bool has_mma, has_ldmatrix, is_ahead, open_copies;
    uint8_t source; // the loads that feed the multiply-adds: REQ_LOAD_SHARED or REQ_LOAD
    uint32_t sources, sources_done;
    double work; // others than loads, stores and multiply-adds: for one multiplication
    double work_due;
    int turn_work; // between two barriers, beside them
    int address_work;
    double fma, fma_done;
    int outputs, most_chains; // sums of a thread: those it stores; those it adds to in turn
    uint32_t brought;         // registers that the loads of one group fill, at most
    uint32_t accumulators;    // registers of the sums of all mma between two of one sum
    bool behind_fence;        // what is loaded next others may have written
    uint32_t registers;       // of a thread, at most
    bool counted;             // what stands between requests is known from the program's code
    int due[UNITS];           // of it, quarters of an instruction that are left
};

struct instr *lower_emit(struct lowering *l, enum instruction kind, uint32_t place);
void lower_alu(struct lowering *l, int times, uint32_t place); // integer instructions
void lower_load(struct lowering *l, uint32_t i);

// ---- lower_async.c ------------------------------------------------------------------------------

// Barriers, and what runs beside the warps: copies of boxes, products of warpgroups.
void lower_async(struct lowering *l, const struct traced *r);
void lower_find_sums(struct lowering *l); // registers of the sums of all wgmma

// ---- lower_code.c -------------------------------------------------------------------------------

// What stands before requests [begin, end), which needs the result of a load.
void lower_code(struct lowering *l, uint32_t begin, uint32_t end, uint32_t needs);

// ---- lower_segment.c ----------------------------------------------------------------------------

void lower_find_sources(struct lowering *l); // of what each mma takes; is it loaded early?
bool lower_is_source(const struct lowering *l, uint32_t i);
void lower_work(struct lowering *l, double multiplies, uint32_t place); // what goes with them
// Loads and arithmetic, without a barrier between them.
void lower_segment(struct lowering *l, uint32_t begin, uint32_t end);

#endif
