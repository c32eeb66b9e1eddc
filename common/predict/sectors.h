// SPDX-License-Identifier: MIT
//
// sectors.h: how many sectors a request for part of a matrix takes: formulas for predictions.
#ifndef COMMON_SECTORS_H
#define COMMON_SECTORS_H

enum { SECTOR_BYTES = 32 };

// How many of `count` pieces are equal to piece i, if pieces repeat after `period`: i, i + period,
// i + 2 period ... < count. Any step in elements repeats its position within a sector after as many
// steps as a sector has elements, so a few pieces represent all.
static inline long long alike(long long i, long long count, int period)
{
    return (count - i - 1) / period + 1;
}

// Of the pieces 0 ... whole - 1, and one cut-off piece after them: the next one that no earlier
// piece represents.
static inline int next_place(int i, int whole, int period)
{
    return i + 1 == period && whole > period ? whole : i + 1;
}

// The sectors that hold `rows` x `width` elements of a row-major matrix, beginning at element
// `first` (an offset in elements). ld >= width; the matrix begins at a multiple of 32 bytes, as
// everything that cudaMalloc returns does.
//
// A row of the part is contiguous in memory: it takes the sectors from that of its first element to
// that of its last one. Rows come in order of address and do not overlap, so a sector can serve two
// rows only where one ends and the next begins.
static inline long long sectors_of_part(long long first, long long ld, int rows, int width,
                                        int element_bytes)
{
    const int per_sector = SECTOR_BYTES / element_bytes;
    long long sectors = 0, last_taken = -1;
    for (int i = 0; i < rows && width > 0; i++) {
        const long long begin = first + i * ld;
        const long long from = begin / per_sector, to = (begin + width - 1) / per_sector;
        sectors += to - from + 1 - (from == last_taken);
        last_taken = to;
    }
    return sectors;
}

// The sum for `count` such parts that begin `step` elements apart. The sectors of a part depend on
// where in a sector it begins, and this repeats after as many parts as a sector has elements. So it
// is enough to sum over those.
static inline long long sectors_of_parts(long long first, int count, int step, long long ld,
                                         int rows, int width, int element_bytes)
{
    const int period = SECTOR_BYTES / element_bytes;
    long long sectors = 0;
    for (int i = 0; i < period && i < count; i++)
        sectors += alike(i, count, period) *
                   sectors_of_part(first + (long long)i * step, ld, rows, width, element_bytes);
    return sectors;
}

#endif
