// SPDX-License-Identifier: MIT
//
// stream.c: streams and events.
//
// Work runs at once, in the order of the program's calls: an asynchronous call has done its work
// when it returns. The engine still records which launches a GPU could have run concurrently, so
// that a missing event is found. Each stream, and the host, has a vector clock: up to which launch
// of every other stream it has waited.
// Event times are times of this PC; their first use prints a line on stderr.
#include "stream.h"
#include "capture.h"
#include "../check/check.h"
#include "../report/report.h"
#include "emu/host/more.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_STREAMS = 64 };

const struct capture *capture;

// Launch numbers up to which each stream's work has ended.
struct vector_clock {
    uint32_t upto[MAX_STREAMS];
};

struct CUstream_st {
    int slot; // streams beyond the table share the last slot, so they are not followed and never
              // cause a false report
    int device;
    bool non_blocking;
    uint32_t last; // its last launch
    struct vector_clock clock;
};

struct CUevent_st {
    unsigned flags;
    int device;
    bool recorded;
    struct timespec time;
    struct vector_clock clock;
};

// The default stream of each GPU has the slot of its number.
static struct CUstream_st of_kernels, legacy[MAX_GPUS];
static struct CUstream_st *streams[MAX_STREAMS];
static struct vector_clock host;
static uint32_t launches;

// Launches that the host has not waited for.
static struct {
    uint32_t number;
    uint16_t stamp;
    int slot;
} unfinished[MAX_UNORDERED];
static int unfinished_count;

// Host threads of several GPUs call this concurrently.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void (*stream_settle)(cudaStream_t stream, int device);

static void join(struct vector_clock *into, const struct vector_clock *from)
{
    for (int i = 0; i < MAX_STREAMS; i++)
        if (from->upto[i] > into->upto[i])
            into->upto[i] = from->upto[i];
}

static struct CUstream_st *stream_on(cudaStream_t stream, int device)
{
    if (stream && stream != cudaStreamLegacy && stream != cudaStreamPerThread)
        return stream;
    legacy[device].slot = legacy[device].device = device;
    return streams[device] = &legacy[device];
}

static struct CUstream_st *stream_of(cudaStream_t stream)
{
    return stream_on(stream, gpu_current());
}

static bool is_legacy(const struct CUstream_st *s) { return s == &legacy[s->device]; }

int stream_device(cudaStream_t stream)
{
    return stream == &of_kernels ? gpu_current() : stream_of(stream)->device;
}

// The default stream of a GPU and its other streams that are not non-blocking wait for each other.
static bool waits_for(const struct CUstream_st *s, const struct CUstream_st *other)
{
    return other != s && other->device == s->device && !s->non_blocking && !other->non_blocking &&
           (is_legacy(s) || is_legacy(other));
}

// Joins what the next work in this stream waits for.
static void begin_work(struct CUstream_st *s)
{
    join(&s->clock, &host);
    for (int i = 0; i < MAX_STREAMS; i++) {
        struct CUstream_st *other = streams[i];
        if (other && waits_for(s, other)) {
            join(&s->clock, &other->clock);
            if (other->last > s->clock.upto[other->slot])
                s->clock.upto[other->slot] = other->last;
        }
    }
}

static const uint16_t *beside; // for the next launch of a graph
static int beside_count;

void stream_beside(const uint16_t *stamps, int count)
{
    beside = stamps;
    beside_count = count;
}

bool stream_follows(cudaStream_t stream, cudaStream_t other, int device)
{
    const struct CUstream_st *s = stream_on(stream, device), *o = stream_on(other, device);
    return s == o || waits_for(s, o);
}

void streams_meet(const cudaStream_t *which, const int *devices, int count)
{
    struct vector_clock all = {{0}};
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++) {
        begin_work(stream_on(which[i], devices[i]));
        join(&all, &stream_on(which[i], devices[i])->clock);
    }
    for (int i = 0; i < count; i++)
        join(&stream_on(which[i], devices[i])->clock, &all);
    pthread_mutex_unlock(&lock);
}

void stream_settle_now(cudaStream_t stream)
{
    if (UNLIKELY(stream_settle != NULL))
        stream_settle(stream, stream == STREAM_ANY ? gpu_current() : stream_of(stream)->device);
}

void stream_launch(cudaStream_t stream, struct launch *launch)
{
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&lock);
    begin_work(s);
    launch->unordered_count = 0;
    for (int i = 0; i < unfinished_count; i++)
        if (unfinished[i].slot != s->slot &&
            unfinished[i].number > s->clock.upto[unfinished[i].slot])
            launch->unordered[launch->unordered_count++] = unfinished[i].stamp;
    for (int i = 0; i < beside_count && launch->unordered_count < MAX_UNORDERED; i++)
        launch->unordered[launch->unordered_count++] = beside[i];
    beside_count = 0;
    s->last = s->clock.upto[s->slot] = ++launches;
    if (unfinished_count == MAX_UNORDERED) { // forget the oldest
        memmove(&unfinished[0], &unfinished[1], (MAX_UNORDERED - 1) * sizeof unfinished[0]);
        unfinished_count--;
    }
    unfinished[unfinished_count].number = launches;
    unfinished[unfinished_count].stamp = launch->stamp;
    unfinished[unfinished_count++].slot = s->slot;
    pthread_mutex_unlock(&lock);
}

static void host_waited(const struct vector_clock *clock)
{
    int kept = 0;
    join(&host, clock);
    for (int i = 0; i < unfinished_count; i++)
        if (unfinished[i].number > host.upto[unfinished[i].slot])
            unfinished[kept++] = unfinished[i];
    unfinished_count = kept;
    host_access_settle();
}

void stream_sync(cudaStream_t stream)
{
    stream_settle_now(stream);
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&lock);
    begin_work(s);
    host_waited(&s->clock);
    pthread_mutex_unlock(&lock);
}

void stream_sync_all(void)
{
    struct vector_clock all = {{0}};
    if (stream_settle)
        stream_settle(STREAM_ANY, ALL_GPUS);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_STREAMS; i++)
        all.upto[i] = launches;
    host_waited(&all);
    pthread_mutex_unlock(&lock);
}

void stream_sync_device(void)
{
    struct vector_clock all = {{0}};
    stream_settle_now(STREAM_ANY);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_STREAMS; i++)
        if (i == gpu_current() ||
            (i >= MAX_GPUS && (!streams[i] || streams[i]->device == gpu_current())))
            all.upto[i] = launches;
    host_waited(&all);
    pthread_mutex_unlock(&lock);
}

// ---- Streams ------------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    if (emu_current) { // in a kernel: launches run one after another anyway
        *stream = &of_kernels;
        return cudaSuccess;
    }
    if (!stream || !(*stream = calloc(1, sizeof **stream)))
        return set_error(cudaErrorInvalidValue);
    int slot = MAX_GPUS;
    pthread_mutex_lock(&lock);
    while (slot < MAX_STREAMS - 1 && streams[slot])
        slot++;
    (*stream)->slot = slot;
    (*stream)->device = gpu_current();
    (*stream)->non_blocking = flags & cudaStreamNonBlocking;
    streams[slot] = *stream;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    (void)priority;
    return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (stream == &of_kernels)
        return cudaSuccess;
    if (stream == STREAM_ANY || is_legacy(stream_of(stream)))
        return set_error(cudaErrorInvalidResourceHandle);
    stream_settle_now(stream);
    pthread_mutex_lock(&lock);
    if (streams[stream->slot] == stream)
        streams[stream->slot] = NULL;
    pthread_mutex_unlock(&lock);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    if (!flags)
        return set_error(cudaErrorInvalidValue);
    *flags = stream_of(stream)->non_blocking ? cudaStreamNonBlocking : cudaStreamDefault;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    stream_sync(stream);
    return sticky_error();
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    stream_sync(stream);
    return sticky_error();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    (void)flags;
    if (!event)
        return set_error(cudaErrorInvalidResourceHandle);
    if (capture && capture->wait(stream, event))
        return cudaSuccess;
    pthread_mutex_lock(&lock);
    join(&stream_of(stream)->clock, &event->clock);
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    if (!callback || flags)
        return set_error(cudaErrorInvalidValue);
    stream_settle_now(stream);
    host_access_settle();
    callback(stream, sticky_error(), data);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return set_error(cudaErrorInvalidValue);
    if (capture && capture->host(stream, function, data, CALLER()))
        return cudaSuccess;
    stream_settle_now(stream);
    host_access_settle();
    function(data);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

// ---- Events -------------------------------------------------------------------------------------

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    if (!event || !(*event = calloc(1, sizeof **event)))
        return set_error(cudaErrorInvalidValue);
    (*event)->flags = flags;
    (*event)->device = gpu_current();
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event)
        return set_error(cudaErrorInvalidResourceHandle);
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!event)
        return set_error(cudaErrorInvalidResourceHandle);
    if (event->device != stream_device(stream)) {
        call_refused(CALLER(), "cudaEventRecord refused (cudaErrorInvalidResourceHandle)",
                     "the event and the stream belong to different GPUs: create the event while "
                     "the stream's GPU is the current one (cudaSetDevice)");
        return set_error(cudaErrorInvalidResourceHandle);
    }
    if (capture && capture->record(stream, event))
        return cudaSuccess;
    stream_settle_now(stream);
    pthread_mutex_lock(&lock);
    begin_work(stream_of(stream));
    event->clock = stream_of(stream)->clock;
    pthread_mutex_unlock(&lock);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    return cudaSuccess;
}

static cudaError_t wait_for(cudaEvent_t event, const char *pc)
{
    if (!event)
        return set_error_at(cudaErrorInvalidResourceHandle, pc);
    pthread_mutex_lock(&lock);
    host_waited(&event->clock);
    pthread_mutex_unlock(&lock);
    return sticky_error();
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return wait_for(event, CALLER()); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return wait_for(event, CALLER()); }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    static atomic_flag was_printed = ATOMIC_FLAG_INIT;
    if (!milliseconds)
        return set_error(cudaErrorInvalidValue);
    if (!start || !stop || !start->recorded || !stop->recorded ||
        ((start->flags | stop->flags) & cudaEventDisableTiming))
        return set_error(cudaErrorInvalidResourceHandle);
    if (!atomic_flag_test_and_set(&was_printed))
        fprintf(stderr, "emu: event times are times of this PC, not of any GPU\n");
    *milliseconds = (float)((double)(stop->time.tv_sec - start->time.tv_sec) * 1e3 +
                            (double)(stop->time.tv_nsec - start->time.tv_nsec) / 1e6);
    return cudaSuccess;
}
