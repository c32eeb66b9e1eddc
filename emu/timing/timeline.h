// SPDX-License-Identifier: MIT
//
// timeline.h: what each warp of the simulated SM did in each cycle, and when its blocks ran; and a
// picture of both.
#ifndef EXPECT_TIMELINE_H
#define EXPECT_TIMELINE_H

#include <stdbool.h>
#include <stdio.h>

#include "sm.h"

enum { TIMELINE_WARPS = 64 };

struct change { // from this cycle on
    int64_t at;
    enum why why;
};

struct block_life {
    int place; // of those that are resident
    int64_t from, to;
};

struct timeline {
    struct warp_history {
        struct change *changes;
        long count, room;
        int64_t free_at; // when what it issued last was over
        bool at_barrier; // and that was a barrier
    } warps[TIMELINE_WARPS];
    struct block_life *blocks; // in the order of their beginning
    long block_count, block_room;
    // Of the first warp of the first block: when it came to which place.
    struct mark {
        int64_t at;
        uint32_t place;
        uint8_t kind;
    } * marks;
    long mark_count, mark_room;
    // Of the SM's blocks these were not simulated: their time goes before that of block `behind`.
    long left_out, behind;
    int64_t extra;
    int64_t cycles;
};

struct timeline *timeline_new(void);
void timeline_free(struct timeline *t);

// The simulator tells. A warp that waited for `why` until `ready` (and from then on for others
// before it, `turn`) issues, which takes some cycles; a block begins, and ends.
void timeline_issue(struct timeline *t, int warp, int64_t now, int64_t ready, enum why why,
                    int cycles, const struct instr *in);
void timeline_start(struct timeline *t, int place, int64_t at);
void timeline_end(struct timeline *t, int place, int64_t at);

// A whole launch: SMs that run one block more than the others, and the others.
struct launch_timeline {
    const char *kernel, *gpu;
    long blocks;
    int warps_per_block, resident; // on an SM
    int sms;
    struct {
        int sms;
        long blocks;         // of each of them
        struct timeline *of; // NULL: they have none
    } group[2];
};

void launch_timeline_free(struct launch_timeline *t);
// As SVG. The launch's time axis ends at so many cycles: what was simulated may be less deep.
void launch_timeline_draw(const struct launch_timeline *t, double cycles, FILE *svg);

#endif
