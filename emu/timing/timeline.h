// SPDX-License-Identifier: MIT
//
// timeline.h: what each warp of the simulated SM did in each cycle, when its blocks ran, and a
// picture of both.
#ifndef EXPECT_TIMELINE_H
#define EXPECT_TIMELINE_H

#include <stdbool.h>
#include <stdio.h>

#include "sm.h"

enum { TIMELINE_WARPS = 64 };

struct change { // valid from this cycle on
    int64_t at;
    enum why why;
};

struct block_life {
    int place; // slot of a resident block
    int64_t from, to;
};

struct timeline {
    struct warp_history {
        struct change *changes;
        long count, room;
        int64_t free_at; // end of its last instruction
        bool at_barrier; // that instruction was a barrier
    } warps[TIMELINE_WARPS];
    struct block_life *blocks; // in the order of their start
    long block_count, block_room;
    // Locations that the first warp of the first block reached, and when.
    struct mark {
        int64_t at;
        uint32_t place;
        uint8_t kind;
    } * marks;
    long mark_count, mark_room;
    // Blocks of the SM that were not simulated; their time is inserted before that of block
    // `behind`.
    long left_out, behind;
    int64_t extra;
    int64_t cycles;
};

struct timeline *timeline_new(void);
void timeline_free(struct timeline *t);

// Called by the simulator. A warp that waited for `why` until `ready`, and then for its turn,
// issues an instruction that takes some cycles; a block starts; a block ends.
void timeline_issue(struct timeline *t, int warp, int64_t now, int64_t ready, enum why why,
                    int cycles, const struct instr *in);
void timeline_start(struct timeline *t, int place, int64_t at);
void timeline_end(struct timeline *t, int place, int64_t at);

// A whole launch: SMs that run one block more than the other SMs, and the other SMs.
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
// Draws it as SVG. The launch's time axis ends at `cycles`, which may be later than the simulated
// end.
void launch_timeline_draw(const struct launch_timeline *t, double cycles, FILE *svg);

#endif
