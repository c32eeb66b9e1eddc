// SPDX-License-Identifier: MIT
//
// landed_box.h: the boxes that the copy engine has loaded into a block's shared memory, and their
// layout. wgmma_check.c tests whether a wgmma reads them with the same layout.
#ifndef LANDED_BOX_H
#define LANDED_BOX_H

#include "bulk.h"

// The first two dimensions of a box: contiguous rows, swizzled.
struct landed_box {
    uint32_t start, bytes; // in the window
    unsigned row_bytes;
    unsigned swizzle; // CUDA's number: 0, or 1, 2, 3 for 32, 64, 128 bytes
    const char *pc;   // of the load
};

enum { MOST_LANDED_BOXES = 64 };

struct landed_boxes {
    struct landed_box of[MOST_LANDED_BOXES]; // the latest ones
    unsigned count;
};

void landed_box_note(struct block *block, const struct box *box);
// The box that contains the byte of the window, or NULL. Also NULL if another write has replaced
// it.
const struct landed_box *landed_box_find(const struct block *block, uint32_t at);

#endif
