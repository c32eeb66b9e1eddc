// SPDX-License-Identifier: MIT
//
// schedule.c: records the calls of streams, for the expected time of all GPUs together
// (timing/streams/schedule.h). EMU_TIMELINE=1 records a whole program while it runs.
// emu_schedule_begin() records without executing: the caller knows the times of the kernels.
#include "host.h"
#include "stream_parts.h"
#include "../memory/memory.h"
#include "../../timing/streams/schedule.h"
#include "emu_api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORK = 20000, STREAMS = 256 };

// A stream that was used: what it was, because the program may have destroyed it.
struct used_stream {
    const struct CUstream_st *stream;
    int device, number; // number: 0 is the default stream, then in the order of use
    bool non_blocking;
    int last; // its last work
};

bool schedule_on;
static bool dry; // without executing
static struct schedule *schedule;
static int schedule_number; // from 1 on
static struct used_stream streams[STREAMS];
static int stream_count;
static emu_kernel_time_fn *kernel_time;
static void *kernel_context;
static bool is_full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// ---- Adding work --------------------------------------------------------------------------------

static int thread_number(void)
{
    static atomic_int threads;
    static _Thread_local int number = -1;
    if (number < 0)
        number = threads++ % SCHEDULE_THREADS;
    return number;
}

static struct used_stream *used(cudaStream_t stream)
{
    const struct CUstream_st *s = stream_of(stream);
    int number = 1;
    for (int i = 0; i < stream_count; i++) {
        if (streams[i].stream == s)
            return &streams[i];
        number += streams[i].device == s->device && streams[i].number > 0;
    }
    if (stream_count == STREAMS)
        return &streams[STREAMS - 1];
    streams[stream_count] = (struct used_stream){.stream = s,
                                                 .device = s->device,
                                                 .number = s->made_at ? number : 0,
                                                 .non_blocking = s->non_blocking,
                                                 .last = -1};
    return &streams[stream_count++];
}

static bool waits_for(const struct used_stream *s, const struct used_stream *other)
{
    return s != other && s->device == other->device && !s->non_blocking && !other->non_blocking &&
           (s->number == 0 || other->number == 0);
}

// Adds work to a stream. With the lock. Returns its number, or -1.
static int add(cudaStream_t stream, struct stream_work work)
{
    struct used_stream *s = used(stream);
    if (schedule->count >= MOST_WORK) {
        is_full = true;
        return -1;
    }
    work.device = s->device;
    work.stream = s->number;
    work.thread = thread_number();
    const int number = schedule_add(schedule, &work);
    for (int i = 0; i < stream_count; i++)
        if (streams[i].last >= 0 && (&streams[i] == s || waits_for(s, &streams[i])))
            schedule_after(schedule, streams[i].last);
    s->last = number;
    return number;
}

static bool begin(void)
{
    if (!schedule_on || emu_current || pending_executes())
        return false;
    pthread_mutex_lock(&lock);
    return true;
}

static bool done(void)
{
    pthread_mutex_unlock(&lock);
    return dry;
}

// ---- Kernels ------------------------------------------------------------------------------------

static void add_timed(cudaStream_t stream, const char *kernel)
{
    struct emu_kernel_time t = {.sms = 1};
    kernel_time(kernel, stream_device(stream), &t, kernel_context);
    const struct stream_work work = {.kind = WORK_KERNEL,
                                     .name = kernel,
                                     .host = t.host_us,
                                     .us = t.us,
                                     .why_not = t.why_not,
                                     .sms = t.sms,
                                     .meets = t.meets,
                                     .members = t.members};
    if (add(stream, work) < 0)
        return;
    for (int i = 0; i < t.part_count; i++)
        schedule_part(schedule, &(struct work_part){.not_before = t.parts[i].not_before,
                                                    .us = t.parts[i].us,
                                                    .flag = t.parts[i].flag,
                                                    .value = t.parts[i].value});
}

bool schedule_launch(const char *kernel, const struct emu_config *c, int *number)
{
    *number = -1;
    if (!begin())
        return false;
    if (kernel_time) {
        add_timed((cudaStream_t)c->stream, kernel);
        return done();
    }
    const int each = gpu_blocks_per_sm((int)(c->block.x * c->block.y * c->block.z), c->shared);
    const double blocks = (double)c->grid.x * c->grid.y * c->grid.z;
    const double places = (double)(each > 0 ? each : 1) * gpu_model()->sms;
    *number = add((cudaStream_t)c->stream,
                  (struct stream_work){.kind = WORK_KERNEL,
                                       .name = kernel,
                                       .why_not = "it has not ended",
                                       .sms = blocks < places ? blocks / places : 1});
    return done();
}

void schedule_launch_took(int number, double us, const char *why_not)
{
    if (number < 0)
        return;
    pthread_mutex_lock(&lock);
    if (schedule && number < schedule->count) {
        schedule->work[number].us = us;
        schedule->work[number].why_not = why_not;
    }
    pthread_mutex_unlock(&lock);
}

bool schedule_unknown(const char *what, cudaStream_t stream, const char *why_not)
{
    if (!begin())
        return false;
    add(stream,
        (struct stream_work){.kind = WORK_KERNEL, .name = what, .why_not = why_not, .sms = 1});
    return done();
}

// ---- Copies, events, flags, collectives ---------------------------------------------------------

static int owner_of(const void *p)
{
    const struct allocation *a = arena_offset(p) < GLOBAL_END ? arena_nearest((uintptr_t)p) : NULL;
    return a ? a->device : SCHEDULE_HOST;
}

bool schedule_copy(const char *call, cudaStream_t stream, const void *to, const void *from,
                   size_t bytes)
{
    if (!begin())
        return false;
    const int owner = owner_of(to), source = from ? owner_of(from) : owner;
    if (bytes > 0)
        add(stream, (struct stream_work){.kind = WORK_COPY,
                                         .name = call,
                                         .from = source,
                                         .to = owner,
                                         .bytes = (double)bytes});
    return done();
}

// The work that was added last waits for the event.
static void come_after(cudaEvent_t event)
{
    if (event->schedule == schedule_number && event->work >= 0)
        schedule_after(schedule, event->work);
}

bool schedule_record(cudaStream_t stream, cudaEvent_t event)
{
    if (!begin())
        return false;
    event->work = add(stream, (struct stream_work){.kind = WORK_EVENT, .name = "cudaEventRecord"});
    event->schedule = schedule_number;
    return done();
}

bool schedule_wait(cudaStream_t stream, cudaEvent_t event)
{
    if (!begin())
        return false;
    if (add(stream, (struct stream_work){.kind = WORK_EVENT, .name = "cudaStreamWaitEvent"}) >= 0)
        come_after(event);
    return done();
}

bool schedule_flag(const char *call, cudaStream_t stream, bool waits, const void *flag,
                   uint64_t value)
{
    if (!begin())
        return false;
    add(stream,
        (struct stream_work){
            .kind = waits ? WORK_WAIT : WORK_WRITE, .name = call, .flag = flag, .value = value});
    return done();
}

bool schedule_collective(const char *call, cudaStream_t stream, double bytes, int64_t meets,
                         int members)
{
    if (!begin())
        return false;
    add(stream, (struct stream_work){.kind = WORK_COLLECTIVE,
                                     .name = call,
                                     .bytes = bytes,
                                     .sms = schedule->links->collective_sms,
                                     .meets = meets,
                                     .members = members});
    return done();
}

// ---- The host waits -----------------------------------------------------------------------------

static void add_sync(int device)
{
    const struct stream_work work = {.kind = WORK_SYNC,
                                     .name = "the host waits",
                                     .device = device < 0 ? 0 : device,
                                     .thread = thread_number()};
    if (schedule->count < MOST_WORK)
        schedule_add(schedule, &work);
}

bool schedule_sync_event(cudaEvent_t event)
{
    if (!begin())
        return false;
    add_sync(event->device);
    come_after(event);
    return done();
}

bool schedule_sync(cudaStream_t stream, int device)
{
    if (!begin())
        return false;
    const struct used_stream *s = stream == STREAM_ANY ? NULL : used(stream);
    add_sync(s ? s->device : device);
    for (int i = 0; i < stream_count; i++)
        if (streams[i].last >= 0 && (s ? &streams[i] == s || waits_for(s, &streams[i])
                                       : device == ALL_GPUS || streams[i].device == device))
            schedule_after(schedule, streams[i].last);
    return done();
}

// ---- Begin and end ------------------------------------------------------------------------------

static bool start(void)
{
    const struct link_time *links = link_time_of(gpu_model()->key);
    if (!links)
        return false;
    schedule = schedule_new(links);
    schedule_number++;
    stream_count = 0;
    is_full = false;
    schedule_on = true;
    return true;
}

static void machine_name(char *text, size_t size)
{
    snprintf(text, size, "%d x %s", gpu_count(), gpu_model()->name);
}

static const char *run_schedule(void)
{
    static const char too_many[] = "more than 20000 calls";
    if (is_full)
        return too_many;
    return schedule_run(schedule) ? NULL : schedule->why_not;
}

static const char *path(void) { return environment_value("EMU_TIMELINE"); }

static void write_timeline(void)
{
    char machine[200];
    const size_t length = strlen(path());
    const bool is_svg = length > 4 && strcmp(path() + length - 4, ".svg") == 0;
    schedule_on = false;
    if (schedule->count == 0)
        return;
    const char *why_not = run_schedule();
    FILE *to = strcmp(path(), "1") == 0 ? stderr : fopen(path(), "w");
    machine_name(machine, sizeof machine);
    if (!to)
        fprintf(stderr, "emu: EMU_TIMELINE=%s: cannot be written: %s\n", path(), strerror(errno));
    else if (why_not)
        fprintf(stderr, "emu: timeline: not modelled: %s\n", why_not);
    else if (is_svg)
        schedule_draw(schedule, machine, to);
    else
        schedule_print(schedule, machine, screen_columns(to), to);
    if (to && to != stderr && fclose(to) != 0)
        fprintf(stderr, "emu: EMU_TIMELINE=%s: %s\n", path(), strerror(errno));
}

void schedule_init(void)
{
    if (!environment_has("EMU_TIMELINE"))
        return;
    if (start())
        atexit(write_timeline);
    else
        fprintf(stderr, "emu: timeline: not modelled: no figures for the links of this GPU\n");
}

void emu_schedule_begin(emu_kernel_time_fn *time, void *context)
{
    engine_init();
    kernel_time = time;
    kernel_context = context;
    dry = start();
}

double emu_schedule_end(FILE *text, int columns, FILE *svg, char *why_not, size_t size)
{
    char machine[200];
    machine_name(machine, sizeof machine);
    const char *why = dry ? run_schedule() : "no figures for the links of this GPU";
    const double us = dry && schedule && !why ? schedule->us : -1;
    if (!why && text)
        schedule_print(schedule, machine, columns, text);
    if (!why && svg)
        schedule_draw(schedule, machine, svg);
    snprintf(why_not, size, "%s", why ? why : "");
    schedule_free(schedule);
    schedule = NULL;
    schedule_on = dry = false;
    kernel_time = NULL;
    return us;
}
