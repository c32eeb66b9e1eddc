// SPDX-License-Identifier: MIT
//
// link_time.h: what the host's calls, copies and collectives of a machine with several GPUs take.
// Times in microseconds, rates in bytes per microsecond.
#ifndef LINK_TIME_H
#define LINK_TIME_H

#include <stdbool.h>

// Of a call: the time for which it occupies its host thread; the time from the call to the begin of
// the work, if nothing else holds it up; and from the end of what it waits for to its begin.
struct call_time {
    double host, start, gap;
};

struct link_time {
    const char *key; // of the GPU: "h100"
    bool measured;
    struct call_time launch, copy, collective, event, flag;
    double sync;            // from the end of the work to the return of the host's call
    double across;          // added to the gap if work waits for another GPU
    double collective_us;   // of a collective of few bytes
    double collective_rate; // bytes that each GPU sends and receives
    double collective_sms;  // the share of a GPU's SMs that its kernel takes
    double peer_rate;       // a copy engine, from one GPU to another, in one direction
    double host_rate;       // between a GPU and the host, in one direction
    double memory_rate;     // within a GPU: bytes read and written
};

// NULL for a GPU that is not in the table.
const struct link_time *link_time_of(const char *key);

#endif
