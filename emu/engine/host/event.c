// SPDX-License-Identifier: MIT
//
// event.c: events: a record of what a stream has done, which other streams and the host wait for.
//
// Event times are times of this PC; their first use prints a line on stderr.
#include "stream_parts.h"
#include "capture.h"
#include "../check/check.h"
#include "../report/report.h"

#include <stdio.h>
#include <stdlib.h>

// ---- Events -------------------------------------------------------------------------------------

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    if (!event || !(*event = calloc(1, sizeof **event)))
        return set_error(cudaErrorInvalidValue);
    gone_remove(*event);
    (*event)->flags = flags;
    (*event)->device = gpu_current();
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

// ---- Records that wait for earlier work ---------------------------------------------------------

static struct event_record *new_record(void)
{
    struct event_record *record = calloc(1, sizeof *record);
    if (!record)
        fatal("no memory for an event");
    return record;
}

static void leave_record(struct event_record *record)
{
    if (atomic_fetch_sub(&record->users, 1) == 1)
        free(record);
}

// If the event's record is done, the event has its clock.
static bool is_done(cudaEvent_t event)
{
    struct event_record *record = event->pending;
    if (!record || !record->done)
        return !record;
    event->clock = record->clock;
    event->time = record->time;
    event->pending = NULL;
    leave_record(record);
    return true;
}

// A call that records or waits for an event.
struct event_call {
    struct event_record *record;
    cudaStream_t stream;
};

static void release_call(void *data)
{
    struct event_call *call = data;
    leave_record(call->record);
    free(call);
}

static void run_record(void *data)
{
    const struct event_call *call = data;
    stream_clock(call->stream, &call->record->clock);
    clock_gettime(CLOCK_MONOTONIC, &call->record->time);
    call->record->done = true;
}

static void run_wait(void *data)
{
    const struct event_call *call = data;
    stream_join(call->stream, &call->record->clock);
}

static bool is_recorded(const void *data)
{
    return ((const struct event_call *)data)->record->done;
}

static void add_call(struct event_record *record, cudaStream_t stream, struct pending_call call)
{
    struct event_call data = {record, stream};
    record->users++;
    call.data = &data;
    call.release = release_call;
    pending_add_copy(stream, &call, sizeof data);
}

// ---- Calls --------------------------------------------------------------------------------------

static cudaError_t refuses(cudaEvent_t event, const char *call, const char *pc)
{
    if (!event || gone_is_used(event, "event", call, pc))
        return set_error_at(cudaErrorInvalidResourceHandle, pc);
    return capture ? capture->check_event(event, call, pc) : cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event || gone_is_used(event, "event", __func__, CALLER()))
        return set_error(cudaErrorInvalidResourceHandle);
    if (event->pending)
        leave_record(event->pending);
    gone_add(event, CALLER());
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!event || gone_is_used(event, "event", __func__, CALLER()) ||
        stream_is_gone(stream, __func__, CALLER()))
        return set_error(cudaErrorInvalidResourceHandle);
    if (event->device != stream_device(stream)) {
        call_refused(CALLER(), "cudaEventRecord refused (cudaErrorInvalidResourceHandle)",
                     "the event and the stream belong to different GPUs: create the event while "
                     "the stream's GPU is the current one (cudaSetDevice)");
        return set_error(cudaErrorInvalidResourceHandle);
    }
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if ((capture && capture->record(stream, event)) || schedule_record(stream, event))
        return cudaSuccess;
    stream_settle_now(stream);
    if (event->pending)
        leave_record(event->pending);
    event->pending = NULL;
    event->recorded = true;
    if (pending_blocks(stream)) {
        event->pending = new_record();
        event->pending->users++;
        add_call(
            event->pending, stream,
            (struct pending_call){.run = run_record, .what = "cudaEventRecord", .pc = CALLER()});
        return cudaSuccess;
    }
    stream_clock(stream, &event->clock);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    if (!event || gone_is_used(event, "event", __func__, CALLER()))
        return set_error(cudaErrorInvalidResourceHandle);
    cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, CALLER());
    if (refused == cudaSuccess && capture)
        refused = capture->check_wait(
            stream, event, event->recorded && !(flags & cudaEventWaitExternal), CALLER());
    if (refused != cudaSuccess)
        return refused;
    if ((capture && capture->wait(stream, event)) || schedule_wait(stream, event))
        return cudaSuccess;
    const bool is_past = is_done(event);
    if (is_past && !pending_blocks(stream)) {
        stream_join(stream, &event->clock);
        return cudaSuccess;
    }
    struct event_record *record = is_past ? new_record() : event->pending;
    if (is_past) {
        record->clock = event->clock;
        record->done = true;
    }
    add_call(record, stream,
             (struct pending_call){.run = run_wait,
                                   .is_ready = is_recorded,
                                   .what = "cudaStreamWaitEvent",
                                   .pc = CALLER()});
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    const cudaError_t refused = refuses(event, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (schedule_sync_event(event))
        return cudaSuccess;
    if (!is_done(event)) {
        pending_drain_record(event->pending);
        is_done(event);
    }
    stream_host_waited(&event->clock);
    return sticky_error();
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    const cudaError_t refused = refuses(event, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (!is_done(event))
        pending_step();
    if (!is_done(event))
        return cudaErrorNotReady;
    stream_host_waited(&event->clock);
    return sticky_error();
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    static atomic_flag was_printed = ATOMIC_FLAG_INIT;
    if (!milliseconds)
        return set_error(cudaErrorInvalidValue);
    if (gone_is_used(start, "event", __func__, CALLER()) ||
        gone_is_used(stop, "event", __func__, CALLER()))
        return set_error(cudaErrorInvalidResourceHandle);
    if (!start || !stop || !start->recorded || !stop->recorded ||
        ((start->flags | stop->flags) & cudaEventDisableTiming))
        return set_error(cudaErrorInvalidResourceHandle);
    cudaError_t refused = refuses(start, __func__, CALLER());
    if (refused == cudaSuccess)
        refused = refuses(stop, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (!is_done(start) || !is_done(stop))
        return cudaErrorNotReady;
    if (!atomic_flag_test_and_set(&was_printed))
        fprintf(stderr, "emu: event times are times of this PC, not of any GPU\n");
    *milliseconds = (float)((double)(stop->time.tv_sec - start->time.tv_sec) * 1e3 +
                            (double)(stop->time.tv_nsec - start->time.tv_nsec) / 1e6);
    return cudaSuccess;
}
