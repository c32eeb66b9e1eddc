// SPDX-License-Identifier: MIT
#include "packing.h"

#include "cover.h"

enum { WARP = 32, ELEMENT = 2 };

// A lane loads two elements one by one, and stores them together.
void count_packing(struct counts *sum, const struct pack_operand *o)
{
    const struct stamp one_by_one = {1, 1, WARP, 2, 1}, together = {1, 1, WARP, 2, 2};
    if (o->rows == 0)
        return;
    const struct traffic in = cover(o->rows, o->cols, o->ld, &one_by_one, ELEMENT, true);
    const struct traffic out = cover(o->rows, o->to_ld, o->to_ld, &together, ELEMENT, true);
    sum->global_load_requests += in.requests;
    sum->global_load_sectors += in.sectors;
    sum->global_load_bytes += ELEMENT * in.elements;
    sum->global_store_requests += out.requests;
    sum->global_store_sectors += out.sectors;
    sum->global_store_bytes += ELEMENT * out.elements;
    sum->active_lanes += in.lanes + out.lanes;
    const long long blocks = pack_blocks(o);
    sum->blocks += blocks;
    sum->warps += blocks * PACK_ROWS;
    sum->threads += blocks * PACK_ROWS * WARP;
}
