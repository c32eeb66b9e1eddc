// SPDX-License-Identifier: MIT
//
// slice.h: parts of a layout: a row, a tile, the part of one thread.
#ifndef COMMON_LAYOUT_SLICE_H
#define COMMON_LAYOUT_SLICE_H

#include "divide.h"

// Keeps the modes that meet a `_`: slice (2,_) of (3,4):(4,1) -> (4):(1). As many modes as there
// are `_`, at any place. None: the empty layout ():().
bool layout_slice(struct layout *out, const struct int_tuple *coord, const struct layout *l,
                  struct failure *why);
// Keeps the modes that meet an integer.
bool layout_dice(struct layout *out, const struct int_tuple *coord, const struct layout *l,
                 struct failure *why);
// The slice, and the offset of its first element.
bool layout_slice_and_offset(struct layout *out, int64_t *offset, const struct int_tuple *coord,
                             const struct layout *l, struct failure *why);

// zipped_divide, then the tile at `coord` of the rest (an integer or a tuple; trailing modes that
// are missing count as `_`). A tile that hangs over the edge keeps its whole shape.
bool layout_inner_partition(struct layout *out, int64_t *offset, const struct layout *l,
                            const struct tiler *tiler, const struct int_tuple *coord,
                            struct failure *why);
// zipped_divide, then the element at `coord` of every tile.
bool layout_outer_partition(struct layout *out, int64_t *offset, const struct layout *l,
                            const struct tiler *tiler, const struct int_tuple *coord,
                            struct failure *why);
// inner_partition; with a projection (may be NULL) tiler and coord are diced by it first.
bool layout_local_tile(struct layout *out, int64_t *offset, const struct layout *l,
                       const struct tiler *tiler, const struct int_tuple *coord,
                       const struct int_tuple *projection, struct failure *why);
// The part of thread `index` of the thread layout `threads`: outer_partition by the extents of
// `threads`' modes. `threads` is compact; the projection may be NULL.
bool layout_local_partition(struct layout *out, int64_t *offset, const struct layout *l,
                            const struct layout *threads, int64_t index,
                            const struct int_tuple *projection, struct failure *why);

// Parts of these, for swizzled layouts: the coordinate that selects a tile (inner) or an element of
// every tile out of a zipped layout,
bool partition_coord(struct int_tuple *out, const struct layout *zipped, bool inner,
                     const struct int_tuple *coord, struct failure *why);
// and the tiler and coordinate by which local_partition is an outer partition.
bool thread_partition(struct tiler *tiler, struct int_tuple *coord, const struct layout *threads,
                      int64_t index, const struct int_tuple *projection, struct failure *why);

#endif
