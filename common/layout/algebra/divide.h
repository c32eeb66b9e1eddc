// SPDX-License-Identifier: MIT
//
// divide.h: cuts a layout into tiles. A / B = A o (B, complement(B)): the first mode runs within a
// tile, the second from tile to tile. The size stays, or grows if a tile overhangs the edge of A,
// or of a leaf inside A: (5,6):(1,10) by 2 is (2,(3,6)):(1,(2,10)), as if 5 were 6. Then the caller
// must skip the elements that do not exist. No element of A is lost.
#ifndef COMMON_LAYOUT_DIVIDE_H
#define COMMON_LAYOUT_DIVIDE_H

#include "compose.h"

bool layout_logical_divide_layout(struct layout *out, const struct layout *a,
                                  const struct layout *b, struct failure *why);
// With a tiler <..>: ((T0,R0),(T1,R1),..,L,..); modes beyond the tiler stay.
bool layout_logical_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                           struct failure *why);
// ((T0,T1,..),(R0,R1,..,L,..)). A mode tiled by `_` must have two modes: (tile,rest).
bool layout_zipped_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                          struct failure *why);
// ((T0,T1,..),R0,R1,..,L,..)
bool layout_tiled_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                         struct failure *why);
// (T0,T1,..,R0,R1,..,L,..)
bool layout_flat_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                        struct failure *why);

// True if every tile leaf divides its leaf of A: then a divide keeps the size.
bool shape_evenly_divides(bool *out, const struct int_tuple *shape, const struct tiler *t,
                          struct failure *why);

#endif
