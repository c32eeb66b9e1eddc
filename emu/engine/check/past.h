// SPDX-License-Identifier: MIT
//
// past.h: launches whose accesses may not be ordered with those of another launch by streams and
// events, but by a flag: launches that run, and those that have ended and nothing has waited for.
#ifndef PAST_H
#define PAST_H

#include "../base/base.h"

// Where a flag publishes: on the same GPU; to other GPUs; or the host, which has waited, sets it.
enum { NEAR, FAR, BY_HOST, DISTANCES };

extern const char STREAM_OF_THREAD[]; // for stream_made_at: the default stream of a host thread

struct past {
    struct past *next;
    struct block_releases *_Atomic *releases; // of each block (order.c)
    uint64_t blocks;
    unsigned threads; // of a block
    int device;
    atomic_bool any_release;
    atomic_int widest_fence; // of its threads (enum emu_scope)
    bool has_ended, many_stamps;
    uint16_t stamp; // its first one; each barrier of the grid takes another
    // The time after which work that follows the whole launch has written a flag; 0: not yet.
    atomic_uint published[DISTANCES];
    atomic_bool has_published[DISTANCES]; // this launch has done so for earlier ones
    atomic_uint observed[DISTANCES];      // the latest flags that its threads have observed
    struct dim3 grid, block;
    const char *kernel; // or the function of a library
    bool is_library;
    int stream;                 // its number
    const char *stream_made_at; // NULL: the default stream of the GPU
};

// NULL: the launch comes before everything that runs, or too many launches have ended since.
struct past *past_of(uint16_t stamp);
bool past_is_live(uint16_t stamp); // it runs
void past_begin(struct launch *launch);
void past_new_stamp(struct launch *launch);
void past_end(struct launch *launch);
// A thread of the launch writes a flag at this time.
void past_publish(const struct launch *launch, int distance, uint32_t time);
// The host has waited for all launches but these.
void past_host_waited(bool (*is_unfinished)(uint16_t stamp));

#endif
