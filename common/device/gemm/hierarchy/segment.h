// SPDX-License-Identifier: MIT
//
// segment.h: the work of 08/8_tuned and later, cut into segments.
//
// A segment is a tile of C over K of a product, or over a part of it. The product may be the only
// one, one of a batch, one of a group, or a piece of a large one's K. What differs from segment to
// segment is where A and B lie and how far they go; how a block computes one does not. So a step
// says only
//
//     WORK                               its parameters: the kernel's argument
//     struct span work_first(w)          a block's segments, one after the other. Where they are
//     struct span work_next(w, at)       dealt out by number, dealt.h says it. A block has at
//     bool work_has(w, at)               least one
//     struct segment work_segment(w, at, t)
//     void work_store(w, at, mine,       what becomes of a warp's sums: mmas_m x mmas_n
//         rows, acc, mmas_m, mmas_n,     instructions (literals), of a block of `warps` warps.
//         warps)                         `mine`: the segment, but row and col are the warp's own;
//                                        `rows`: the warp's part of shared memory
//
// and includes the kernels: segment_kernels.h, or 08/8_tuned's. t says what a block copies.
#ifndef HIERARCHY_SEGMENT_H
#define HIERARCHY_SEGMENT_H

#include "plan.h"
#include "../raster.h"

struct segment {
    struct gemm_operand A, B; // of its product
    int row, col;             // where its tile of C begins
    int k_tiles;              // along K: at least one, of zeros where there is no k
    int begin, end;           // of these: the segment's own
    int product;              // the number of it, where there are several
};

// A tile of C over all of K.
LAYOUT_INLINE struct segment segment_of_tile(const struct hier_params *p, struct tile_place place,
                                             struct copy_tiles t)
{
    const struct segment s = {
        p->A, p->B, place.row * t.bm, place.col * t.bn, p->k_tiles, 0, p->k_tiles, 0,
    };
    return s;
}

#ifdef __cplusplus
extern "C" {
#endif

// What a launch of segments needs to know of this GPU: which tile (PLAN_128X128 or PLAN_64X64,
// async: with asynchronous copies) fills it better with `products` tiles of m x n, and how many
// blocks it runs together then. -1: no tile fits into its shared memory.
int segment_configuration(const struct hier_device *device, long long products, int m, int n,
                          bool async);
int segment_places(const struct hier_device *device, int configuration);

// For struct step: whether one does.
bool segment_fits(const struct gemm_problem *p, struct failure *why);

#ifdef __cplusplus
}
#endif
#endif
