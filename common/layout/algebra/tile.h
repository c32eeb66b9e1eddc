// SPDX-License-Identifier: MIT
//
// tile.h: what compositions, divides and products share: going through a tiler mode by mode, and
// arranging the modes of the result. For the files of common/layout.
#ifndef COMMON_LAYOUT_TILE_H
#define COMMON_LAYOUT_TILE_H

#include "../core/tiler.h"

// What is done with one mode and one tile. A divide or a product: a layout of two modes.
typedef bool tile_operation(struct layout *out, const struct layout *a, const struct layout *tile,
                            struct failure *why);
// The operation at every leaf of a tiler; `_` and modes beyond the tiler stay, and the integer 1 is
// 1:0. `name` is for messages.
bool tile_logical(struct layout *out, const struct layout *a, const struct tiler *tiler,
                  tile_operation *operation, const char *name, struct failure *why);
// The same for a composition: modes beyond the tiler are dropped, and 1 is 1:1.
bool tile_composed(struct layout *out, const struct layout *a, const struct tiler *tiler,
                   tile_operation *operation, const char *name, struct failure *why);
enum tile_form { TILE_ZIPPED, TILE_TILED, TILE_FLAT };
// The result of tile_logical() arranged: all tiles in the first mode, all rests in the second.
bool tile_arranged(struct layout *out, const struct layout *a, const struct tiler *tiler,
                   tile_operation *operation, enum tile_form form, const char *name,
                   struct failure *why);

#endif
