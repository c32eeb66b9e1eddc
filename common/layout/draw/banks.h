// SPDX-License-Identifier: MIT
//
// banks.h: how many passes the banks of shared memory need for one request of a warp.
//
// Shared memory has 32 banks; consecutive words of 4 bytes lie in consecutive banks. In one pass
// each bank delivers one word, to all lanes that want that word. Lanes that want different words of
// one bank wait for another pass: a bank conflict. A request for 8 bytes a lane is served in halves
// of the warp, one for 16 bytes in quarters; two neighbouring parts of a load go together where
// their lanes want the same in pairs. These are the rules that the emulated GPU counts by, found by
// comparing with Nsight Compute on an H200; a test compares both.
#ifndef COMMON_LAYOUT_BANKS_H
#define COMMON_LAYOUT_BANKS_H

#include <stdbool.h>

enum { BANKS = 32, BANK_BYTES = 4, BANK_ROW = BANKS * BANK_BYTES, WARP_LANES = 32 };

struct bank_request {
    int lanes;                     // 1 to 32: lanes 0 to lanes - 1 take part
    unsigned absent;               // bit i: but not lane i
    int bytes;                     // each takes 1, 2, 4, 8 or 16
    bool is_store;                 // loads may be merged
    bool is_ldmatrix;              // each lane names a row of 16 bytes: no merging either
    long long address[WARP_LANES]; // in bytes, multiples of `bytes`
};

// Lanes that are served together, in how many passes.
struct bank_part {
    int first, count;
    int words[BANKS]; // how many different words of each bank they want
    int passes;       // the largest of them, at least 1
    int ideal;        // how many passes it would take with the words spread evenly
};

enum { BANK_PARTS = 4 };
struct bank_passes {
    struct bank_part part[BANK_PARTS];
    int part_count;
    int passes, conflicts; // conflicts: passes beyond the ideal
};

struct bank_passes bank_passes_of(const struct bank_request *request);

#endif
