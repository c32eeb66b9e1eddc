// SPDX-License-Identifier: MIT
//
// stream_parts.h: streams and events. Internal to stream.c and pending.c.
#ifndef STREAM_PARTS_H
#define STREAM_PARTS_H

#include "pending.h"
#include "stream.h"
#include "../check/check.h"

#include <time.h>

enum { MAX_STREAMS = 64 };

// Launch numbers up to which each stream's work has ended.
struct vector_clock {
    uint32_t upto[MAX_STREAMS];
    uint32_t acquired[DISTANCES]; // times up to which flags were observed (check/past.h)
};

// A record of an event that waits for earlier work of its stream. Work that waits for the event
// waits for this record, even if the event is recorded again meanwhile.
struct event_record {
    atomic_int users;
    atomic_bool done;
    struct vector_clock clock;
    struct timespec time;
};

// Work that waits (pending.c): a call, or a launch that has begun.
struct work {
    struct work *next; // in its stream
    struct work *tail; // the last work that it has caused
    uint64_t number;   // in the order of the program's calls
    bool busy;         // a thread runs it, without the lock
    struct launch *launch;
    struct pending_call call;
    struct vector_clock issued; // what the host had waited for
};

struct CUstream_st {
    int slot; // streams beyond the table share the last slot, so they are not followed and never
              // cause a false report
    int device;
    bool non_blocking;
    bool destroyed;      // by the program, while work is pending
    uint32_t last;       // its last launch
    const char *made_at; // NULL: the default stream of the GPU
    struct vector_clock clock;
    uint64_t pass;                 // the last one that has looked at it (pending.c)
    struct work *first;            // pending work, in order
    struct CUstream_st *next_busy; // the next stream with pending work
};

struct CUevent_st {
    unsigned flags;
    int device;
    bool recorded;
    struct timespec time;
    struct vector_clock clock;
    struct event_record *pending; // NULL: its last record is done
    int work, schedule;           // its last record, and in which schedule (schedule.c)
};

struct CUstream_st *stream_on(cudaStream_t stream, int device);
struct CUstream_st *stream_of(cudaStream_t stream); // of the current GPU
// Does work in s wait for earlier work in `other`, because one of them is the default stream?
bool stream_waits_for(const struct CUstream_st *s, const struct CUstream_st *other);
void stream_clock(cudaStream_t stream, struct vector_clock *clock); // what new work comes after
void stream_join(cudaStream_t stream, const struct vector_clock *clock);
void stream_host_waited(const struct vector_clock *clock);
// What the host has waited for. While pending work runs, the clock at the time of its call applies.
void stream_host_clock(struct vector_clock *clock);
void stream_issued_at(const struct vector_clock *clock); // NULL: now
void stream_free(struct CUstream_st *s);                 // a destroyed stream

// ---- chain.c ------------------------------------------------------------------------------------

// The call of a library in which a thread of the program waits; what is NULL: none.
struct awaiting_call {
    const char *what, *pc;
};
// Nothing in these streams can continue: reports what each of them waits for.
void chain_report(const struct CUstream_st *busy, const struct awaiting_call *call);

#endif
