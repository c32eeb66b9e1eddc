// SPDX-License-Identifier: MIT
//
// segment.h: the work of 08/8_tuned and later, cut into segments.
//
// A segment is a tile of C along all of K, or along a part of K. Its product may be a single one,
// one of a batch or group, or a piece along K of a larger product. Segments differ in where A and B
// begin and how far they extend; a block computes all of them in the same way. So a step defines
// only
//
//     WORK                               its parameters: the kernel's argument
//     struct span work_first(w)          a block's segments, one after the other (dealt.h has
//     struct span work_next(w, at)       these functions for segments assigned by number). A
//     bool work_has(w, at)               block has at least one
//     struct segment work_segment(w, at, t)
//     void work_store(w, at, mine,       stores or adds a warp's sums: mmas_m x mmas_n
//         rows, acc, mmas_m, mmas_n,     instructions (literals), of a block of `warps` warps.
//         warps)                         `mine`: the segment, with the warp's own row and col;
//                                        `rows`: the warp's part of shared memory
//
// and includes the kernels: segment_kernels.h, or 08/8_tuned's. t: the tiles that a block copies.
#ifndef HIERARCHY_SEGMENT_H
#define HIERARCHY_SEGMENT_H

#include "plan.h"
#include "../raster.h"

struct segment {
    struct gemm_operand A, B; // of the segment's product
    int row, col;             // where its tile of C begins
    int k_tiles;              // of the product, along K; if k is 0: one, all zeros
    int begin, end;           // the k-tiles of this segment
    int product;              // its number in a batch or group
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

// For a launch of `products` products of m x n: which tile fills this GPU better (PLAN_128X128 or
// PLAN_64X64; async: with asynchronous copies), and how many blocks of it run together. -1: no
// tile fits into its shared memory.
int segment_configuration(const struct hier_device *device, long long products, int m, int n,
                          bool async);
int segment_places(const struct hier_device *device, int configuration);

// For struct step: whether a tile fits.
bool segment_fits(const struct gemm_problem *p, struct failure *why);

#ifdef __cplusplus
}
#endif
#endif
