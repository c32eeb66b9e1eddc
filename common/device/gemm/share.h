// SPDX-License-Identifier: MIT
//
// share.h: which part of the work a block does. For host code and kernels.
//
// Work is counted in turns: a turn is one tile of C times one tile of BK columns of A. The first
// tiles of C are assigned whole, one per block and round. The remaining tiles would keep only some
// blocks busy in a last round. Instead their turns form a row, and each block takes an equal piece
// of it, which may begin and end in the middle of a tile. ("Stream-K": Osama et al., 2023.) Three
// ways of sharing are special cases:
//
//     whole tiles   as many rounds as needed: nothing is left for the row
//     stream-K      one or two rounds fewer than that
//     split-K       no round, and s times as many blocks as tiles: every piece ends with a tile's
//                   s-th part
//
// If several blocks have parts of a tile, the last block to finish adds them, always in the order
// of the parts: the result does not depend on which block is last.
#ifndef COMMON_GEMM_SHARE_H
#define COMMON_GEMM_SHARE_H

#include <stdbool.h>

#include "../host_device.h"

struct share {
    int tiles;  // of C
    int blocks; // of the grid
    int rounds; // in which each block takes one whole tile; after them the pieces
};

// A part of a tile of C: its turns from begin to end. Empty if begin == end.
struct span {
    int tile;
    int begin, end;
    int block;
};

// The memory for parts of tiles: a block has at most two, one that ends its tile (or is inside it)
// and one that begins it.
struct parts {
    float *sums; // of a warp's elements, for each part and warp
    unsigned
        *arrivals; // for the warps of the block that begins a tile; 0 before and after a launch
};

// Does any tile remain that is not assigned whole?
HOST_DEVICE static inline bool splits_tiles(const struct share *s)
{
    return s->tiles > (long long)s->rounds * s->blocks;
}

// How many turns the row has: those of the tiles that are not assigned whole.
HOST_DEVICE static inline long long turns_left(const struct share *s, int k_tiles)
{
    const long long tiles = s->tiles - (long long)s->rounds * s->blocks;
    return tiles > 0 ? tiles * k_tiles : 0;
}

// Turn number `turn` of the row (or the end of it) where block `block`'s piece begins.
HOST_DEVICE static inline long long piece_begin(const struct share *s, int k_tiles, int block)
{
    return turns_left(s, k_tiles) * block / s->blocks;
}

// The block whose piece holds that turn: the last whose piece begins at or before it.
HOST_DEVICE static inline int piece_of(const struct share *s, int k_tiles, long long turn)
{
    const long long turns = turns_left(s, k_tiles);
    return turns > 0 ? (int)(((turn + 1) * s->blocks - 1) / turns) : 0;
}

// The part of a block's piece that begins at that turn, up to the end of its tile.
HOST_DEVICE static inline struct span span_at(const struct share *s, int k_tiles, int block,
                                              long long turn)
{
    struct span part = {0, 0, 0, block};
    const long long left = splits_tiles(s) ? piece_begin(s, k_tiles, block + 1) - turn
                                           : 0; // no division if there is none
    if (left <= 0)
        return part;
    part.tile = s->rounds * s->blocks + (int)(turn / k_tiles);
    part.begin = (int)(turn % k_tiles);
    part.end = left < k_tiles - part.begin ? part.begin + (int)left : k_tiles;
    return part;
}

// The next span of a block, if tile `tile` would be its next whole one.
HOST_DEVICE static inline struct span whole_or_piece(const struct share *s, int k_tiles, int block,
                                                     long long tile)
{
    if (tile >= (long long)s->rounds * s->blocks)
        return span_at(s, k_tiles, block, splits_tiles(s) ? piece_begin(s, k_tiles, block) : 0);
    const struct span whole = {(int)tile, 0, k_tiles, block}, none = {0, 0, 0, block};
    return tile < s->tiles ? whole : none;
}

// A block's segments, in order. k_tiles > 0.
HOST_DEVICE static inline struct span next_span(const struct share *s, int k_tiles,
                                                const struct span *part)
{
    const long long dealt = (long long)s->rounds * s->blocks;
    if (part->tile < dealt)
        return whole_or_piece(s, k_tiles, part->block, (long long)part->tile + s->blocks);
    return span_at(s, k_tiles, part->block, (part->tile - dealt) * k_tiles + part->end);
}

HOST_DEVICE static inline struct span first_span(const struct share *s, int k_tiles, int block)
{
    return whole_or_piece(s, k_tiles, block, block);
}

HOST_DEVICE static inline bool is_whole(const struct span *s, int k_tiles)
{
    return s->begin == 0 && s->end == k_tiles;
}

// ---- How a tile is cut: for plans and predictions ------------------------------------------------

// How many segments the tiles have, and how many of these are parts of tiles.
struct pieces {
    long long segments, parts, tiles_in_parts;
};

static inline struct pieces count_pieces(const struct share *s, int k_tiles)
{
    const long long dealt = (long long)s->rounds * s->blocks;
    const int whole = dealt < s->tiles ? (int)dealt : s->tiles;
    struct pieces sum = {whole, 0, 0};
    for (int tile = 0; tile < s->tiles - whole; tile++) {
        const long long turn = (long long)tile * k_tiles;
        const int parts = piece_of(s, k_tiles, turn + k_tiles - 1) - piece_of(s, k_tiles, turn) + 1;
        sum.segments += parts;
        sum.parts += parts > 1 ? parts : 0;
        sum.tiles_in_parts += parts > 1;
    }
    return sum;
}

// The segments of the unluckiest block's piece, and the parts of the unluckiest tile. With tiles /
// blocks as a reduced fraction, pieces begin at multiples of it. splits_tiles().
static inline void most_pieces(const struct share *s, int *segments, int *parts)
{
    const int left = (int)(s->tiles - (long long)s->rounds * s->blocks);
    int divisor = left, rest = s->blocks;
    while (rest != 0) {
        const int next = divisor % rest;
        divisor = rest, rest = next;
    }
    const int tiles = left / divisor, blocks = s->blocks / divisor;
    *segments = (tiles + 2 * blocks - 2) / blocks;
    *parts = (2 * tiles + blocks - 2) / tiles;
}

#endif
