// SPDX-License-Identifier: MIT
//
// stream.h: what the device may still be doing while the host goes on.
#ifndef STREAM_H
#define STREAM_H

#include "thread.h"

// ---- stream.c -----------------------------------------------------------------------------------

// Notes the launch in its stream, and which earlier ones nothing puts before it.
void stream_launch(cudaStream_t stream, struct launch *launch);
// The next launch could run beside these, too: nodes of its graph that nothing puts before it. They
// must live until then.
void stream_beside(const uint16_t *stamps, int count);
void stream_sync(cudaStream_t stream); // the host has waited for it
void stream_sync_all(void);
void stream_sync_device(void); // with all streams of the GPU that is current
int stream_device(cudaStream_t stream);

// ---- pending.c ----------------------------------------------------------------------------------

// Here a launch or an asynchronous copy has ended when the call returns; on a GPU it may not have.
// Memory that both sides can touch stays closed to the host until the program synchronises.
void pending_launch(const char *pc);
void pending_copy(const void *host, size_t size, bool host_may_read, const char *pc);
void pending_open_for_device(void);
void pending_settle(void);                 // the program has synchronised
void pending_strong_access(const void *p); // by the host: atomic or volatile
// A fault at `address` because of that? Then it is reported (or the memory opened again), and true.
bool pending_fault(uintptr_t address, const char *pc);

#endif
