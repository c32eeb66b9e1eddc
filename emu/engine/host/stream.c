// SPDX-License-Identifier: MIT
//
// stream.c: streams and events.
//
// Work runs at once, in the order of the program's calls, unless earlier work of its stream waits
// (pending.c). The engine records which launches a GPU could have run concurrently, so
// that a missing event is found. Each stream, and the host, has a vector clock: up to which launch
// of every other stream it has waited.
#include "stream_parts.h"
#include "capture.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../report/report.h"
#include "emu/host/more.h"

#include <stdlib.h>
#include <string.h>

const struct capture *capture;

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
static bool any_made; // a stream

// Host threads of several GPUs call this concurrently.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void (*stream_settle)(cudaStream_t stream, int device);
void (*stream_host_waits)(cudaStream_t stream, int device, const char *call, const char *pc);

static void join(struct vector_clock *into, const struct vector_clock *from)
{
    for (int i = 0; i < MAX_STREAMS; i++)
        if (from->upto[i] > into->upto[i])
            into->upto[i] = from->upto[i];
    for (int d = 0; d < DISTANCES; d++)
        if (from->acquired[d] > into->acquired[d])
            into->acquired[d] = from->acquired[d];
}

// ---- Default streams ----------------------------------------------------------------------------

static bool default_is_own;                             // --default-stream per-thread
static _Thread_local struct CUstream_st *own[MAX_GPUS]; // of this host thread, once it is used
static pthread_key_t own_key;
static pthread_once_t own_once = PTHREAD_ONCE_INIT;

void emu_default_stream_per_thread(void) { default_is_own = true; }

static struct CUstream_st *new_stream(int device, bool non_blocking, const char *pc)
{
    struct CUstream_st *s = calloc(1, sizeof *s);
    int slot = MAX_GPUS;
    if (!s)
        fatal("no memory for a stream");
    gone_remove(s);
    pthread_mutex_lock(&lock);
    while (slot < MAX_STREAMS - 1 && streams[slot])
        slot++;
    s->slot = slot;
    s->device = device;
    s->made_at = pc;
    s->non_blocking = non_blocking;
    streams[slot] = s;
    any_made = true;
    pthread_mutex_unlock(&lock);
    return s;
}

static void leave_stream(struct CUstream_st *s)
{
    pending_lock();
    s->destroyed = true;
    if (!s->first)
        stream_free(s);
    pending_unlock();
}

// The host thread ends. Work that it has begun does not end with it.
static void leave_own(void *streams_of_thread)
{
    struct CUstream_st **const list = streams_of_thread;
    for (int d = 0; d < MAX_GPUS; d++)
        if (list[d]) {
            if (stream_settle)
                stream_settle(list[d], d);
            leave_stream(list[d]);
        }
}

static void make_own_key(void) { pthread_key_create(&own_key, leave_own); }

static struct CUstream_st *own_stream(int device)
{
    struct CUstream_st *pending = pending_stream(); // whichever thread has begun the work
    if (pending)
        return pending;
    if (!own[device]) {
        pthread_once(&own_once, make_own_key);
        pthread_setspecific(own_key, own);
        own[device] = new_stream(device, false, STREAM_OF_THREAD);
    }
    return own[device];
}

static bool is_own(cudaStream_t stream)
{
    return stream == cudaStreamPerThread || (!stream && default_is_own);
}

cudaStream_t stream_handle(cudaStream_t stream, int device)
{
    return is_own(stream) ? own_stream(device) : stream;
}

bool stream_is_legacy(cudaStream_t stream)
{
    return stream == cudaStreamLegacy || (!stream && !default_is_own);
}

struct CUstream_st *stream_on(cudaStream_t stream, int device)
{
    if (is_own(stream))
        return own_stream(device);
    if (stream && stream != cudaStreamLegacy)
        return stream;
    legacy[device].slot = legacy[device].device = device;
    return streams[device] = &legacy[device];
}

struct CUstream_st *stream_of(cudaStream_t stream) { return stream_on(stream, gpu_current()); }

static bool is_legacy(const struct CUstream_st *s) { return s == &legacy[s->device]; }

// A stream may be destroyed before its work has run.
bool stream_is_gone(cudaStream_t stream, const char *call, const char *pc)
{
    return !pending_stream() && gone_is_used(stream, "stream", call, pc);
}

int stream_device(cudaStream_t stream)
{
    return stream == &of_kernels ? gpu_current() : stream_of(stream)->device;
}

int stream_number(cudaStream_t stream) { return stream_of(stream)->slot; }

// The default stream of a GPU and its other streams that are not non-blocking wait for each other.
bool stream_waits_for(const struct CUstream_st *s, const struct CUstream_st *other)
{
    return other != s && other->device == s->device && !s->non_blocking && !other->non_blocking &&
           (is_legacy(s) || is_legacy(other));
}

// Of the pending work that this thread runs: the host's clock at the time of the call.
static _Thread_local const struct vector_clock *issued;

void stream_issued_at(const struct vector_clock *clock) { issued = clock; }

void stream_host_acquires(void)
{
    pthread_mutex_lock(&lock);
    const uint32_t time = order_time();
    for (int d = 0; d < DISTANCES; d++)
        host.acquired[d] = time;
    pthread_mutex_unlock(&lock);
}

void stream_host_clock(struct vector_clock *clock)
{
    pthread_mutex_lock(&lock);
    *clock = issued ? *issued : host;
    pthread_mutex_unlock(&lock);
}

// Joins what the next work in this stream waits for.
static void begin_work(struct CUstream_st *s)
{
    join(&s->clock, issued ? issued : &host);
    for (int i = 0; i < MAX_STREAMS; i++) {
        struct CUstream_st *other = streams[i];
        if (other && stream_waits_for(s, other)) {
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
    return s == o || stream_waits_for(s, o);
}

void streams_meet(const cudaStream_t *which, const int *devices, int count)
{
    struct vector_clock all = {.acquired = {0}};
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++) {
        begin_work(stream_on(which[i], devices[i]));
        join(&all, &stream_on(which[i], devices[i])->clock);
    }
    for (int i = 0; i < count; i++)
        join(&stream_on(which[i], devices[i])->clock, &all);
    pthread_mutex_unlock(&lock);
}

// Not for work that has waited: its call has settled the stream, and a collective may wait for it.
void stream_settle_now(cudaStream_t stream)
{
    if (UNLIKELY(stream_settle != NULL) && !pending_executes())
        stream_settle(stream, stream == STREAM_ANY ? gpu_current() : stream_of(stream)->device);
}

static struct launch *running; // launches that have begun and not ended

static void add_beside(struct launch *launch, uint16_t stamp)
{
    launch->unordered[launch->unordered_added++ % MAX_UNORDERED] = stamp; // forgets the oldest
    if (launch->unordered_count < MAX_UNORDERED)
        launch->unordered_count++;
    launch->mark = 0;
}

// Launches that wait run concurrently with one that begins now. (`unfinished` may have forgotten
// them.)
static void add_to_running(struct launch *launch)
{
    launch->unordered_added = launch->unordered_count;
    for (struct launch *other = running; other; other = other->next_running) {
        add_beside(other, launch->stamp);
        if (!is_unordered_launch(&(struct access_record){.stamp = other->past->stamp}, launch))
            add_beside(launch, other->past->stamp);
    }
    if (launch->unordered_count > 0)
        launch->mark = 0;
    launch->next_running = running;
    running = launch;
}

void stream_launch_ended(struct launch *launch)
{
    pthread_mutex_lock(&lock);
    struct launch **at = &running;
    while (*at != launch)
        at = &(*at)->next_running;
    *at = launch->next_running;
    // What its threads have observed comes before the next work of the stream.
    for (int d = 0; d < DISTANCES; d++)
        if (launch->past->observed[d] > launch->stream->clock.acquired[d])
            launch->stream->clock.acquired[d] = launch->past->observed[d];
    pthread_mutex_unlock(&lock);
}

void stream_launch(cudaStream_t stream, struct launch *launch)
{
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&lock);
    begin_work(s);
    launch->stream = s;
    launch->past->stream = s->slot;
    launch->past->stream_made_at = s->made_at;
    memcpy(launch->acquired, s->clock.acquired, sizeof launch->acquired);
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
    add_to_running(launch);
    pthread_mutex_unlock(&lock);
}

bool stream_any_made(void) { return any_made; }

bool stream_any_unfinished(void)
{
    pthread_mutex_lock(&lock);
    const bool any = unfinished_count > 0;
    pthread_mutex_unlock(&lock);
    return any;
}

static uint16_t unordered[MAX_UNORDERED];
static int unordered_count;

bool stream_any_unordered(cudaStream_t stream)
{
    struct CUstream_st *s = stream == STREAM_ANY ? NULL : stream_of(stream);
    pthread_mutex_lock(&lock);
    if (s)
        begin_work(s);
    unordered_count = 0;
    for (int i = 0; i < unfinished_count; i++)
        if (!s || (unfinished[i].slot != s->slot &&
                   unfinished[i].number > s->clock.upto[unfinished[i].slot]))
            unordered[unordered_count++] = unfinished[i].stamp;
    pthread_mutex_unlock(&lock);
    return unordered_count > 0;
}

bool stream_is_unordered(uint16_t stamp)
{
    const struct past *past = past_of(stamp);
    for (int i = 0; past && i < unordered_count; i++)
        if (unordered[i] == past->stamp)
            return true;
    return false;
}

static bool is_unfinished(uint16_t stamp)
{
    for (int i = 0; i < unfinished_count; i++)
        if (unfinished[i].stamp == stamp)
            return true;
    return false;
}

static void host_waited(const struct vector_clock *clock)
{
    int kept = 0;
    join(&host, clock);
    for (int i = 0; i < unfinished_count; i++)
        if (unfinished[i].number > host.upto[unfinished[i].slot])
            unfinished[kept++] = unfinished[i];
    unfinished_count = kept;
    past_host_waited(is_unfinished);
    host_access_waited(is_unfinished, kept > 0);
}

void stream_host_waited(const struct vector_clock *clock)
{
    pthread_mutex_lock(&lock);
    host_waited(clock);
    pthread_mutex_unlock(&lock);
}

void stream_clock(cudaStream_t stream, struct vector_clock *clock)
{
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&lock);
    begin_work(s);
    *clock = s->clock;
    pthread_mutex_unlock(&lock);
}

void stream_join(cudaStream_t stream, const struct vector_clock *clock)
{
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&lock);
    join(&s->clock, clock);
    pthread_mutex_unlock(&lock);
}

void stream_sync(cudaStream_t stream)
{
    stream_settle_now(stream);
    pending_drain(stream);
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&lock);
    begin_work(s);
    host_waited(&s->clock);
    pthread_mutex_unlock(&lock);
}

void stream_sync_all(void)
{
    struct vector_clock all = {.acquired = {0}};
    if (stream_settle)
        stream_settle(STREAM_ANY, ALL_GPUS);
    pending_drain_all();
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_STREAMS; i++)
        all.upto[i] = launches;
    host_waited(&all);
    pthread_mutex_unlock(&lock);
}

void stream_sync_device(void)
{
    struct vector_clock all = {.acquired = {0}};
    stream_settle_now(STREAM_ANY);
    pending_drain_device(gpu_current());
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_STREAMS; i++)
        if (i == gpu_current() ||
            (i >= MAX_GPUS && (!streams[i] || streams[i]->device == gpu_current())))
            all.upto[i] = launches;
    host_waited(&all);
    pthread_mutex_unlock(&lock);
}

// ---- Streams ------------------------------------------------------------------------------------

static cudaError_t make_stream(cudaStream_t *stream, unsigned flags, const char *pc)
{
    if (emu_current) { // in a kernel: launches run one after another anyway
        *stream = &of_kernels;
        return cudaSuccess;
    }
    if (!stream)
        return set_error(cudaErrorInvalidValue);
    *stream = new_stream(gpu_current(), flags & cudaStreamNonBlocking, pc);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return make_stream(stream, flags, CALLER());
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return make_stream(stream, cudaStreamDefault, CALLER());
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    (void)priority;
    return make_stream(stream, flags, CALLER());
}

void stream_free(struct CUstream_st *s)
{
    pthread_mutex_lock(&lock);
    if (streams[s->slot] == s)
        streams[s->slot] = NULL;
    pthread_mutex_unlock(&lock);
    free(s);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (stream == &of_kernels)
        return cudaSuccess;
    if (stream == STREAM_ANY || is_own(stream) || stream_is_gone(stream, __func__, CALLER()) ||
        is_legacy(stream_of(stream)))
        return set_error(cudaErrorInvalidResourceHandle);
    stream_settle_now(stream);
    gone_add(stream, CALLER());
    leave_stream(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    if (!flags)
        return set_error(cudaErrorInvalidValue);
    *flags = stream_of(stream)->non_blocking ? cudaStreamNonBlocking : cudaStreamDefault;
    return cudaSuccess;
}

void stream_host_waits_now(cudaStream_t stream, const char *call, const char *pc)
{
    if (UNLIKELY(stream_host_waits != NULL))
        stream_host_waits(stream, stream == STREAM_ANY ? gpu_current() : stream_of(stream)->device,
                          call, pc);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const cudaError_t refused = capture_refuses(USE_SYNC, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    stream_host_waits_now(stream, __func__, CALLER());
    if (!schedule_sync(stream, gpu_current()))
        stream_sync(stream);
    return sticky_error();
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    const cudaError_t refused = capture_refuses(USE_SYNC, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (pending_blocks(stream))
        pending_step();
    if (pending_blocks(stream))
        return cudaErrorNotReady;
    stream_sync(stream);
    return sticky_error();
}

// ---- Functions of the host ----------------------------------------------------------------------

struct host_call {
    cudaHostFn_t function;
    cudaStreamCallback_t callback; // if function is NULL
    cudaStream_t stream;
    void *data;
};

static void call_host(void *data)
{
    const struct host_call *c = data;
    host_access_settle();
    if (c->function)
        c->function(c->data);
    else
        c->callback(c->stream, sticky_error(), c->data);
}

static void call_in_stream(struct host_call call, const char *what, const char *pc)
{
    stream_settle_now(call.stream);
    if (pending_blocks(call.stream)) {
        const struct pending_call waiting = {
            .run = call_host, .data = &call, .is_host = true, .what = what, .pc = pc};
        pending_add_copy(call.stream, &waiting, sizeof call);
    } else {
        call_host(&call);
    }
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    if (!callback || flags)
        return set_error(cudaErrorInvalidValue);
    call_in_stream((struct host_call){.callback = callback, .stream = stream, .data = data},
                   "cudaStreamAddCallback", CALLER());
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return set_error(cudaErrorInvalidValue);
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (capture && capture->host(stream, function, data, CALLER()))
        return cudaSuccess;
    call_in_stream((struct host_call){.function = function, .stream = stream, .data = data},
                   "cudaLaunchHostFunc", CALLER());
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
