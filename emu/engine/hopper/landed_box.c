// SPDX-License-Identifier: MIT
//
// landed_box.c: stores which boxes the copy engine has loaded into a block's shared memory.
#include "landed_box.h"
#include "reader_swizzle.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../tensor/tensor.h"

#include <stdlib.h>

static void add(struct landed_boxes *s, const struct landed_box *box)
{
    for (unsigned i = 0; i < s->count && i < MOST_LANDED_BOXES; i++)
        if (s->of[i].start == box->start && s->of[i].bytes == box->bytes) {
            s->of[i] = *box; // the stage was filled again
            return;
        }
    s->of[s->count++ % MOST_LANDED_BOXES] = *box;
}

void landed_box_note(struct block *b, const struct box *box)
{
    if (!b->landed_boxes)
        b->landed_boxes = calloc(1, sizeof *b->landed_boxes);
    if (!b->landed_boxes)
        fatal("no memory to follow copies of the copy engine");
    const struct tensor_map_bits *m = &box->map;
    const unsigned row_bytes = m->box[0] * m->element;
    const unsigned bytes = row_bytes * (m->rank > 1 ? m->box[1] : 1), all = box_bytes(m);
    const uint32_t start = (uint32_t)(box->shared - arena_offset(b->window));
    for (unsigned at = 0; at < all; at += bytes) {
        const struct landed_box landed = {start + at, bytes, row_bytes, m->swizzle, box->pc};
        add(b->landed_boxes, &landed);
        reader_swizzle_watch(b, &landed);
    }
}

const struct landed_box *landed_box_find(const struct block *b, uint32_t at)
{
    const struct access_record *write = &CELL(arena_offset(b->window) + at)->write;
    const struct landed_box *found = NULL;
    for (unsigned i = 0; b->landed_boxes && i < b->landed_boxes->count && i < MOST_LANDED_BOXES;
         i++)
        if (at - b->landed_boxes->of[i].start < b->landed_boxes->of[i].bytes)
            found = &b->landed_boxes->of[i];
    if (!found || !(write->pc & (uint32_t)PLACE_OF_BULK) ||
        place_pc(write->pc & ~(uint32_t)PLACE_OF_BULK) != found->pc)
        return NULL;
    return found;
}
