// SPDX-License-Identifier: MIT
//
// tuned_share.h: which part of the work a block of 8_tuned does. For host code and kernels.
//
// Work is counted in turns: one turn is one tile of C, one tile of BK columns of A. The first tiles
// of C are dealt out whole, one a block and round. The tiles that are left over would keep only
// some blocks busy in a last round; instead their turns stand in a row and each block takes an
// equal piece of it, which may begin and end in the middle of a tile. ("Stream-K": Osama et al.,
// 2023.)
//
// A tile that several blocks have parts of is added up by the one of them that comes last, always
// in the order of the parts: the result does not depend on who that is.
#ifndef TUNED_SHARE_H
#define TUNED_SHARE_H

#include <stdbool.h>

#include "../../common/device/host_device.h"

struct share {
    int tiles;  // of C
    int blocks; // of the grid
    int rounds; // in which each block takes one whole tile; after them the pieces
};

// A part of a tile of C: its turns from begin to end. Without any: begin == end.
struct segment {
    int tile;
    int begin, end;
    int round;
    int block;
};

// Does any tile remain that is not dealt out whole?
HOST_DEVICE static inline bool splits_tiles(const struct share *s)
{
    return s->tiles > (long long)s->rounds * s->blocks;
}

// How many turns the row has: those of the tiles that are not dealt out whole.
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
HOST_DEVICE static inline struct segment segment_at(const struct share *s, int k_tiles, int block,
                                                    long long turn)
{
    const long long left = piece_begin(s, k_tiles, block + 1) - turn;
    struct segment part = {0, 0, 0, s->rounds, block};
    if (left <= 0)
        return part;
    part.tile = s->rounds * s->blocks + (int)(turn / k_tiles);
    part.begin = (int)(turn % k_tiles);
    part.end = left < k_tiles - part.begin ? part.begin + (int)left : k_tiles;
    return part;
}

HOST_DEVICE static inline struct segment first_of_round(const struct share *s, int k_tiles,
                                                        int block, int round)
{
    if (round >= s->rounds)
        return segment_at(s, k_tiles, block, piece_begin(s, k_tiles, block));
    const struct segment whole = {round * s->blocks + block, 0, k_tiles, round, block};
    const struct segment none = {0, 0, 0, round, block};
    return whole.tile < s->tiles ? whole : none;
}

// A block's segments, in order. k_tiles > 0.
HOST_DEVICE static inline struct segment next_segment(const struct share *s, int k_tiles,
                                                      const struct segment *part)
{
    if (part->round < s->rounds)
        return first_of_round(s, k_tiles, part->block, part->round + 1);
    const int in_row = part->tile - s->rounds * s->blocks;
    return segment_at(s, k_tiles, part->block, (long long)in_row * k_tiles + part->end);
}

HOST_DEVICE static inline struct segment first_segment(const struct share *s, int k_tiles,
                                                       int block)
{
    return first_of_round(s, k_tiles, block, 0);
}

HOST_DEVICE static inline bool is_whole(const struct segment *s, int k_tiles)
{
    return s->begin == 0 && s->end == k_tiles;
}

#endif
