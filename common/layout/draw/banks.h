// SPDX-License-Identifier: MIT
//
// banks.h: how many passes the banks of shared memory need for one request of a warp.
//
// Shared memory has 32 banks; consecutive words of 4 bytes are in consecutive banks. In one pass
// each bank delivers one word, to all lanes that need that word. Lanes that need different words of
// one bank wait for another pass: a bank conflict. A request for 8 bytes per lane is served in
// halves of the warp, one for 16 bytes in quarters. Two neighbouring parts of a load are merged if
// their lanes need the same words in pairs. The emulated GPU counts by these rules; they were found
// with Nsight Compute on an H200, and a test compares both.
#ifndef COMMON_LAYOUT_BANKS_H
#define COMMON_LAYOUT_BANKS_H

#include <stdbool.h>

enum { BANKS = 32, BANK_BYTES = 4, BANK_ROW = BANKS * BANK_BYTES, WARP_LANES = 32 };

struct bank_request {
    int lanes;        // 1 to 32: lanes 0 to lanes - 1 take part
    unsigned absent;  // bit i: but not lane i
    int bytes;        // each takes 1, 2, 4, 8 or 16
    bool is_store;    // loads may be merged
    bool is_ldmatrix; // each lane passes the address of a row of 16 bytes: no merging either
    long long address[WARP_LANES]; // in bytes, multiples of `bytes`
};

// Lanes that are served together, and their passes.
struct bank_part {
    int first, count;
    int words[BANKS]; // how many different words of each bank they need
    int passes;       // the largest of them, at least 1
    int ideal;        // how many passes it would take if the words were spread evenly
};

enum { BANK_PARTS = 4 };
struct bank_passes {
    struct bank_part part[BANK_PARTS];
    int part_count;
    int passes, conflicts; // conflicts: passes beyond the ideal
};

struct bank_passes bank_passes_of(const struct bank_request *request);

#endif
