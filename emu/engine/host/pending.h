// SPDX-License-Identifier: MIT
//
// pending.h: work that waits: launches whose blocks all poll memory, and the later calls in their
// streams.
#ifndef PENDING_H
#define PENDING_H

#include "../base/base.h"

// A call that runs when its turn has come, without the engine's lock.
struct pending_call {
    void (*run)(void *data);
    bool (*is_ready)(const void *data); // NULL: as soon as the earlier work of its stream has ended
    void (*release)(void *data);
    void *data;
    bool is_host;          // a function of the program, which may take any time
    const char *what, *pc; // what the report of a deadlock calls it
    const char *reason;    // what is_ready waits for, in words; or NULL
    const void *writes;    // memory that it writes, or NULL
    const void *waits_for; // the flag that is_ready looks at, or NULL
    size_t bytes;
};

bool pending_any(void);
bool pending_any_but(const struct launch *launch); // with the engine's lock
bool pending_ever(void);                           // has a launch waited so far?
bool pending_executes(void);                       // does this thread run pending work?
struct CUstream_st *pending_stream(void);          // the stream of that work, or NULL
// Does new work in this stream have to wait for pending work? (While a thread runs pending work:
// for work that this one has caused.)
bool pending_blocks(cudaStream_t stream);
// Begins or ends (returns what was before) that this thread's calls do not wait for pending work of
// their stream: nodes of a graph that come after none of it.
bool pending_beside(bool on);
unsigned pending_added(void); // works that this thread has added to streams
void pending_add(cudaStream_t stream, const struct pending_call *call);
// The same with a copy of `size` bytes at data, which release() frees (NULL: free()).
void pending_add_copy(cudaStream_t stream, const struct pending_call *call, size_t size);
// The launch has begun in this stream, and all of its blocks poll. With the engine's lock.
void pending_park(cudaStream_t stream, struct launch *launch);

// ---- The host waits -----------------------------------------------------------------------------

// Each runs pending work until what it waits for is done. If nothing can continue, it reports a
// deadlock and ends the launches that wait.
void pending_drain(cudaStream_t stream); // all work that new work in this stream has to wait for
// The same for a call of a library, which a report names.
void pending_drain_for(cudaStream_t stream, const char *what, const char *pc);
void pending_drain_device(int device);
void pending_drain_all(void);
void pending_drain_record(const void *event_record); // struct event_record
// Runs pending work once. The host asks whether something is done, or touches memory that it shares
// with kernels.
void pending_step(void);
void pending_at_exit(void);

// The engine's lock. A thread that runs pending work lets other threads have it in between.
void pending_lock(void);
void pending_unlock(void);

#endif
