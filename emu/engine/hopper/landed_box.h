// SPDX-License-Identifier: MIT
//
// landed_box.h: what the copy engine has brought into a block's shared memory, and how it lies
// there: for those who look whether a wgmma reads it the same way.
#ifndef SHEETS_H
#define SHEETS_H

#include "bulk.h"

// The first two dimensions of a box: rows without gaps, swizzled.
struct landed_box {
    uint32_t start, bytes; // in the window
    unsigned row_bytes;
    unsigned swizzle; // CUDA's number: 0, or 1, 2, 3 for 32, 64, 128 bytes
    const char *pc;   // of the load
};

enum { MOST_LANDED_BOXES = 64 };

struct landed_boxes {
    struct landed_box of[MOST_LANDED_BOXES]; // the latest
    unsigned count;
};

void landed_box_note(struct block *block, const struct box *box);
// The one that the byte of the window lies in, if nobody else has written there since, or NULL.
const struct landed_box *landed_box_find(const struct block *block, uint32_t at);

#endif
