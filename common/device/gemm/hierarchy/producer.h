// SPDX-License-Identifier: MIT
//
// producer.h: the copies of 08/8_tuned and later, which run ahead of the products, from segment to
// segment. Include it after WORK and its functions (segment.h).
#ifndef HIERARCHY_PRODUCER_H
#define HIERARCHY_PRODUCER_H

#include <limits.h>

#include "predicated_copy.h"
#include "segment.h"

// The tiles of A and B to be copied next. The segment is outside this struct, so that both stay in
// registers: a struct that points into itself would be kept in memory.
struct producer {
    struct copy_stream stream;
    struct segment *segment;
    struct span at; // the segment's place in the work
    int k_tile;     // along K
};

// Moves to the first tiles of A and B of a segment.
static __device__ __forceinline__ void producer_begin_at(struct producer *next, const WORK *work,
                                                         struct span at)
{
    struct segment *const segment = next->segment;
    *segment = work_segment(work, &at, next->stream.t);
    next->at = at;
    next->k_tile = segment->begin;
    stream_begin_at(&next->stream, segment->row, segment->col, segment->begin * next->stream.t.bk);
}

// Binds the stream to the segment's operands; the segment is always the same struct with changing
// contents. A block has at least one segment.
static __device__ __forceinline__ void producer_begin(struct producer *next, const WORK *work,
                                                      struct segment *segment, struct copy_tiles t)
{
    next->segment = segment;
    next->stream.t = t;
    next->stream.a.s = copy_of_a(t), next->stream.a.of = &segment->A;
    next->stream.b.s = copy_of_b(t), next->stream.b.of = &segment->B;
    producer_begin_at(next, work, work_first(work));
}

// Moves to the next tiles: along K, or of the block's next segment. After the last segment there is
// nothing to copy. Predicates change only at a segment's first tile and at the last tile along K.
static __device__ __forceinline__ void producer_next(struct producer *next, const WORK *work)
{
    struct segment *const segment = next->segment;
    stream_next(&next->stream);
    next->k_tile++;
    if (next->k_tile == segment->end) {
        const struct span at = work_next(work, &next->at);
        if (work_has(work, &at)) {
            producer_begin_at(next, work, at);
        } else {
            next->k_tile = INT_MIN; // never reaches an end again
            stream_nothing(&next->stream);
        }
    } else if (next->k_tile == segment->k_tiles - 1) {
        stream_predicates(&next->stream, segment->row, segment->col,
                          next->k_tile * next->stream.t.bk);
    }
}

#endif
