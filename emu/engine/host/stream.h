// SPDX-License-Identifier: MIT
//
// stream.h: which launches may still be running on the device while the host continues.
#ifndef STREAM_H
#define STREAM_H

#include "../base/base.h"

// ---- stream.c -----------------------------------------------------------------------------------

// Records the launch in its stream, and the earlier launches that may run concurrently with it.
void stream_launch(cudaStream_t stream, struct launch *launch);
void stream_launch_ended(struct launch *launch);
// The host has read a flag that a kernel may have written.
void stream_host_acquires(void);
// The next launch may also run concurrently with these: nodes of its graph that do not happen
// before it. The array must stay valid until that copy is done.
void stream_beside(const uint16_t *stamps, int count);
void stream_sync(cudaStream_t stream); // the host has waited for it
void stream_sync_all(void);
void stream_sync_device(void);    // with all streams of the current GPU
bool stream_any_made(void);       // by cudaStreamCreate
bool stream_any_unfinished(void); // launches or copies that the host has not waited for
// Are there launches or copies that new work in the stream does not wait for? STREAM_ANY: that the
// host has not waited for. With the engine's lock; stream_is_unordered() then tells which.
bool stream_any_unordered(cudaStream_t stream);
bool stream_is_unordered(uint16_t stamp);
int stream_device(cudaStream_t stream);
// Has the program destroyed it, and uses it in this call? Then this is reported.
bool stream_is_gone(cudaStream_t stream, const char *call, const char *pc);
// The default stream that calls without one use: of the GPU, or of the host thread
// (--default-stream per-thread).
#define STREAM_DEFAULT ((cudaStream_t)0)
bool stream_is_legacy(cudaStream_t stream); // the default stream of a GPU
// A handle of the same stream that all host threads can use.
cudaStream_t stream_handle(cudaStream_t stream, int device);
int stream_number(cudaStream_t stream); // those of the default streams are those of their GPUs

// ---- Work that waits for other GPUs (emu/libraries/nccl) ----------------------------------------

// Called before the host waits for a stream, or asks for more work in it: returns once nothing that
// the stream has begun still waits for another GPU. NULL: no program has such work.
extern void (*stream_settle)(cudaStream_t stream, int device);
#define STREAM_ANY ((cudaStream_t)(intptr_t)-1) // of a GPU; with device ALL_GPUS, of all
enum { ALL_GPUS = -1 };
void stream_settle_now(cudaStream_t stream); // of the current GPU
// Called before the program waits for a stream, or for all (STREAM_ANY) of a GPU; or NULL.
extern void (*stream_host_waits)(cudaStream_t stream, int device, const char *call, const char *pc);
void stream_host_waits_now(cudaStream_t stream, const char *call, const char *pc);
// Does work in `stream` of a GPU come after work that was begun in `other` before?
bool stream_follows(cudaStream_t stream, cudaStream_t other, int device);
// Each of these streams has waited for what all of them have done so far.
void streams_meet(const cudaStream_t *streams, const int *devices, int count);

// ---- schedule.c: the calls of streams are recorded ----------------------------------------------

void schedule_init(void); // EMU_TIMELINE
extern bool schedule_on;
// Each records a call. True: the caller must not execute it (emu_schedule_begin).
bool schedule_launch(const char *kernel, const struct emu_config *config, int *number);
// Work whose time is not known, and the reason.
bool schedule_unknown(const char *what, cudaStream_t stream, const char *why_not);
// from: NULL if it sets memory.
bool schedule_copy(const char *call, cudaStream_t stream, const void *to, const void *from,
                   size_t bytes);
bool schedule_record(cudaStream_t stream, cudaEvent_t event);
bool schedule_wait(cudaStream_t stream, cudaEvent_t event);
bool schedule_flag(const char *call, cudaStream_t stream, bool waits, const void *flag,
                   uint64_t value);
// bytes: that each GPU sends. Calls with the same number `meets` belong together.
bool schedule_collective(const char *call, cudaStream_t stream, double bytes, int64_t meets,
                         int members);
bool schedule_sync(cudaStream_t stream, int device); // STREAM_ANY: of a GPU, or of ALL_GPUS
bool schedule_sync_event(cudaEvent_t event);
// The expected time of a launch that has run; why_not: the reason if there is none.
void schedule_launch_took(int number, double us, const char *why_not);

#endif
