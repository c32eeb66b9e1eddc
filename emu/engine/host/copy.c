// SPDX-License-Identifier: MIT
//
// copy.c: cudaMemcpy, cudaMemset and their families. Checks whether both sides are where the call
// says, and large enough.
#include "capture.h"
#include "host.h"
#include "peers.h"
#include "pending.h"
#include "stream.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "emu_api.h"

#include "emu/host/graph.h"

#include <stdlib.h>
#include <string.h>

enum side { SIDE_HOST, SIDE_DEVICE, SIDE_BOTH };

// Managed and pinned memory may be either side, and so may a __managed__ variable. A __device__
// variable is device memory if cudaGetSymbolAddress returned its address; a string in a kernel's
// code, if cuMemGetAddressRange was called for it.
static enum side side_of(const void *p)
{
    uintptr_t offset = arena_offset(p);
    if (image_is_managed((uintptr_t)p))
        return SIDE_BOTH;
    if (image_allows((uintptr_t)p, 1, false) && symbol_address_was_asked((uintptr_t)p) &&
        (symbol_bytes_from((uintptr_t)p) > 0 || !begins_object(p)))
        return SIDE_DEVICE;
    return offset < GLOBAL_END ? SIDE_DEVICE : offset < MANAGED_END ? SIDE_BOTH : SIDE_HOST;
}

static bool fits(enum side actual, enum side wanted)
{
    return actual == SIDE_BOTH || actual == wanted;
}

static const char *kind_name(enum cudaMemcpyKind kind)
{
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                        "cudaMemcpyDefault"};
    return names[kind];
}

// Is p (the source or the target) on the side that `kind` says, and large enough?
static cudaError_t check_side(const char *function, const char *role, const void *p, size_t bytes,
                              enum cudaMemcpyKind kind, enum side wanted, const char *pc)
{
    enum side actual = side_of(p);
    char text[512];
    if (!p) {
        report(KIND_MEMORY, pc, NULL, "did the allocation succeed?", "%s: the %s is a null pointer",
               function, role);
        return set_error_at(cudaErrorInvalidValue, pc);
    }
    if (kind != cudaMemcpyDefault && !fits(actual, wanted)) {
        describe_address((uintptr_t)p, 0, text, sizeof text);
        report(KIND_MEMORY, pc, text,
               actual == SIDE_HOST && image_is_symbol((uintptr_t)p, 1)
                   ? "on the host &variable is not its address on the GPU: use "
                     "cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or cudaGetSymbolAddress"
               : actual == SIDE_HOST
                   ? "is this the device pointer, and are the arguments in the order "
                     "(to, from)?"
                   : "is this the host pointer, and is the direction right?",
               "%s: the direction %s says that the %s is %s memory, but it is %s memory", function,
               kind_name(kind), role, wanted == SIDE_HOST ? "host" : "device",
               actual == SIDE_HOST ? "host" : "device");
        return set_error_at(cudaErrorInvalidValue, pc);
    }
    if (actual == SIDE_DEVICE && arena_offset(p) >= MANAGED_END &&
        bytes > symbol_bytes_from((uintptr_t)p)) {
        describe_address((uintptr_t)p, 0, text, sizeof text);
        report(KIND_BOUNDS, pc, text, "count bytes, and compare with the size of the variable",
               "%s: %zu bytes do not fit in the %s: the variable has %zu bytes from there on",
               function, bytes, role, symbol_bytes_from((uintptr_t)p));
        return set_error_at(cudaErrorInvalidValue, pc);
    }
    if (actual != SIDE_HOST && arena_offset(p) < MANAGED_END &&
        !arena_is_valid((uintptr_t)p, bytes)) {
        const struct allocation *a = arena_nearest((uintptr_t)p);
        describe_address((uintptr_t)p, 0, text, sizeof text);
        if (a && a->state != PLACE_LIVE && (uintptr_t)p - a->base < a->size)
            report(KIND_FREE, pc, text, "copy before the memory is freed",
                   "%s: use after free of the %s", function, role);
        else
            report(KIND_BOUNDS, pc, text,
                   "count bytes, not elements, and compare with what was allocated",
                   "%s: %zu bytes do not fit in the %s", function, bytes, role);
        return set_error_at(cudaErrorInvalidValue, pc);
    }
    return cudaSuccess;
}

static cudaError_t check_copy(const char *function, void *to, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind, const char *pc)
{
    engine_init();
    if (sticky_error() != cudaSuccess)
        return sticky_error();
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return set_error_at(cudaErrorInvalidMemcpyDirection, pc);
    if (bytes == 0)
        return cudaSuccess;
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    cudaError_t error =
        check_side(function, "target", to, bytes, kind, to_device ? SIDE_DEVICE : SIDE_HOST, pc);
    if (error == cudaSuccess)
        error = check_side(function, "source", from, bytes, kind,
                           from_device ? SIDE_DEVICE : SIDE_HOST, pc);
    return error;
}

long long emu_copied_to_host(void) { return sealed.copied_to_host; }

void note_copied_to_host(size_t bytes)
{
    sealed_open();
    sealed.copied_to_host += (long long)bytes;
    sealed_close();
}

long long emu_copied_to_device(void) { return sealed.copied_to_device; }

void note_copied_to_device(size_t bytes)
{
    sealed_open();
    sealed.copied_to_device += (long long)bytes;
    sealed_close();
}

// Between GPUs: their links carry it.
static void note_traffic(const void *to, const void *from, size_t bytes)
{
    if (gpu_count() > 1 && arena_offset(to) < GLOBAL_END && arena_offset(from) < GLOBAL_END)
        links_sent(arena_nearest((uintptr_t)from)->device, arena_nearest((uintptr_t)to)->device,
                   bytes);
}

// Both sides must be accessible.
static void move(void *to, const void *from, size_t bytes)
{
    enum { MOST_OF_ELEMENT = 16 };
    note_traffic(to, from, bytes);
    unread_used((uintptr_t)from, bytes);
    memmove(to, from, bytes);
    check_copied((uintptr_t)to, (uintptr_t)from, bytes);
    if (side_of(from) != SIDE_HOST && side_of(to) != SIDE_DEVICE)
        note_copied_to_host(bytes);
    // Within the device, copies of single elements arrange them as a kernel would.
    const bool arranges = bytes <= MOST_OF_ELEMENT;
    if ((side_of(from) != SIDE_DEVICE || arranges) && side_of(to) != SIDE_HOST)
        note_copied_to_device(bytes);
}

static cudaError_t copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                        const char *pc)
{
    cudaError_t error = check_copy("cudaMemcpy", to, from, bytes, kind, pc);
    if (error != cudaSuccess || bytes == 0)
        return error;
    host_access_open_for_device();
    pthread_mutex_lock(&engine_lock);
    image_select(gpu_current()); // an address may be that of a __device__ variable
    arena_open_range(to, bytes, true);
    arena_open_range(from, bytes, true);
    const struct copied_rows rows = {to, from, bytes, bytes, bytes, 1};
    move(to, from, bytes);
    unread_uploaded(&rows, 0, pc);
    copied_back("cudaMemcpy", &rows, pc);
    arena_open_range(from, bytes, false);
    arena_open_range(to, bytes, false);
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

// ---- Copies in a stream -------------------------------------------------------------------------

// If other work may run at the same time, a copy is work like a launch: what it reads and writes is
// checked against kernels and copies that no event puts before or after it. So is cudaMemset.
static bool is_work(void) { return gpu_count() > 1 || (check_is_on() && stream_any_made()); }

struct copy_job {
    char *to;
    const char *from;
    size_t to_pitch, from_pitch, width, height;
    const char *pc;
};

// At most as many bytes may be a flag that a kernel polls. Returns whether they are so few.
static bool begin_flag(size_t bytes)
{
    enum { FLAG_BYTES = 8 };
    if (bytes <= FLAG_BYTES && emu_current->checked)
        order_release(emu_current, EMU_SCOPE_SYSTEM);
    return bytes <= FLAG_BYTES;
}

static void touch(const void *p, size_t bytes, enum access_kind kind, bool is_flag, const char *pc)
{
    if (emu_current->checked && arena_offset(p) < MANAGED_END)
        check_copy_engine(emu_current, arena_offset(p), bytes, kind, is_flag, pc);
}

static void run_copy(void *arg)
{
    const struct copy_job *job = arg;
    const bool is_flag = begin_flag(job->width * job->height);
    for (size_t row = 0; row < job->height; row++) {
        char *to = job->to + row * job->to_pitch;
        const char *from = job->from + row * job->from_pitch;
        touch(from, job->width, LOAD, is_flag, job->pc);
        touch(to, job->width, STORE, is_flag, job->pc);
        move(to, from, job->width);
    }
    unread_uploaded(&(struct copied_rows){job->to, job->from, job->to_pitch, job->from_pitch,
                                          job->width, job->height},
                    emu_current->block->launch->stamp, job->pc);
}

static cudaError_t run_as_work(const char *function, void (*run)(void *), const void *job,
                               size_t job_size, cudaStream_t stream, const char *pc)
{
    const struct emu_config one = {{1, 1, 1}, {1, 1, 1}, 0, stream};
    const int before = gpu_current();
    cudaSetDevice(stream_device(stream)); // any GPU may be current during the call
    launch_library(pc, &one, function, run, job, job_size, false);
    cudaSetDevice(before);
    return sticky_error();
}

static cudaError_t copy_as_work(const char *function, const struct copy_job *job,
                                cudaStream_t stream)
{
    const cudaError_t error = run_as_work(function, run_copy, job, sizeof *job, stream, job->pc);
    if (error == cudaSuccess)
        copied_back(function,
                    &(struct copied_rows){job->to, job->from, job->to_pitch, job->from_pitch,
                                          job->width, job->height},
                    job->pc);
    return error;
}

static cudaError_t copy_in_stream(const char *function, void *to, const void *from, size_t bytes,
                                  enum cudaMemcpyKind kind, cudaStream_t stream, const char *pc)
{
    if (!is_work())
        return copy(to, from, bytes, kind, pc);
    const cudaError_t error = check_copy(function, to, from, bytes, kind, pc);
    const struct copy_job job = {to, from, bytes, bytes, bytes, 1, pc};
    return error != cudaSuccess || bytes == 0 ? error : copy_as_work(function, &job, stream);
}

// ---- Copies after pending work ------------------------------------------------------------------

struct later {
    const char *function;
    struct copy_job job;
    enum cudaMemcpyKind kind;
    cudaStream_t stream;
    void *staged; // the source, if the program may change it after the call
};

static cudaError_t check_rows(const char *function, char *to, size_t to_pitch, const char *from,
                              size_t from_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, const char *pc);

static cudaError_t copy_now(const struct later *l)
{
    const struct copy_job *j = &l->job;
    if (j->height == 1)
        return copy_in_stream(l->function, j->to, j->from, j->width, l->kind, l->stream, j->pc);
    if (!is_work())
        return copy_rows("cudaMemcpy2D", j->to, j->to_pitch, j->from, j->from_pitch, j->width,
                         j->height, l->kind, j->pc);
    const cudaError_t error = check_rows(l->function, j->to, j->to_pitch, j->from, j->from_pitch,
                                         j->width, j->height, l->kind, j->pc);
    return error != cudaSuccess ? error : copy_as_work(l->function, j, l->stream);
}

static void run_later(void *data) { copy_now(data); }

static void release_later(void *data)
{
    free(((struct later *)data)->staged);
    free(data);
}

bool copy_is_pageable(const void *p)
{
    return side_of(p) == SIDE_HOST && !host_is_registered((uintptr_t)p, 1);
}

// A copy from pageable memory has read it when the call returns.
static void stage(struct later *l)
{
    struct copy_job *j = &l->job;
    char *rows = malloc(j->width * j->height);
    if (!rows)
        fatal("no memory for a copy");
    for (size_t i = 0; i < j->height; i++)
        memcpy(rows + i * j->width, j->from + i * j->from_pitch, j->width);
    l->staged = rows;
    j->from = rows;
    j->from_pitch = j->width;
}

// Makes the copy, or leaves it to pending.c if earlier work of the stream waits.
static cudaError_t copy_or_wait(const struct later *copy)
{
    const struct copy_job *j = &copy->job;
    if (!pending_blocks(copy->stream))
        return copy_now(copy);
    if (copy_is_pageable(j->to)) { // such a copy has written it when the call returns
        pending_drain(copy->stream);
        return copy_now(copy);
    }
    const cudaError_t error = check_rows(copy->function, j->to, j->to_pitch, j->from, j->from_pitch,
                                         j->width, j->height, copy->kind, j->pc);
    if (error != cudaSuccess)
        return error;
    struct later later = *copy;
    if (copy_is_pageable(j->from))
        stage(&later);
    const struct pending_call waiting = {.run = run_later,
                                         .release = release_later,
                                         .data = &later,
                                         .what = copy->function,
                                         .pc = j->pc,
                                         .writes = j->to,
                                         .bytes = (j->height - 1) * j->to_pitch + j->width};
    pending_add_copy(copy->stream, &waiting, sizeof later);
    return cudaSuccess;
}

static cudaError_t copy_bytes_or_wait(const char *function, void *to, const void *from,
                                      size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream,
                                      const char *pc)
{
    if (bytes == 0)
        return copy_in_stream(function, to, from, bytes, kind, stream, pc);
    return copy_or_wait(
        &(struct later){function, {to, from, bytes, bytes, bytes, 1, pc}, kind, stream, NULL});
}

// The copy comes after the work of the default stream of the GPU that owns the memory, too.
static void wait_on_owner(const void *p)
{
    const struct allocation *a = arena_offset(p) < GLOBAL_END ? arena_nearest((uintptr_t)p) : NULL;
    const int before = gpu_current();
    if (!a || a->device == before)
        return;
    cudaSetDevice(a->device);
    stream_sync(STREAM_DEFAULT);
    cudaSetDevice(before);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    const char *pc = CALLER();
    const cudaError_t refused = capture_refuses(USE_WORK, STREAM_DEFAULT, __func__, pc);
    if (refused != cudaSuccess)
        return refused;
    if (schedule_copy(__func__, STREAM_DEFAULT, to, from, bytes) |
        schedule_sync(STREAM_DEFAULT, gpu_current()))
        return cudaSuccess;
    stream_sync(STREAM_DEFAULT); // waits for earlier work
    wait_on_owner(to);
    wait_on_owner(from);
    if (!is_work() || bytes == 0 || !stream_any_unfinished())
        return copy(to, from, bytes, kind, pc);
    const cudaError_t error =
        copy_in_stream("cudaMemcpy", to, from, bytes, kind, STREAM_DEFAULT, pc);
    stream_sync(STREAM_DEFAULT);
    return error;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    const char *pc = CALLER();
    const struct cudaMemcpy3DParms bytes_copy = copy_of_bytes(to, from, bytes, kind);
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, pc);
    if (refused != cudaSuccess)
        return refused;
    if ((capture && capture->copy(stream, &bytes_copy, pc)) ||
        schedule_copy(__func__, stream, to, from, bytes))
        return cudaSuccess;
    host_access_open_for_device();
    const bool was_done = !pending_blocks(stream);
    cudaError_t error = copy_bytes_or_wait("cudaMemcpyAsync", to, from, bytes, kind, stream, pc);
    if (error == cudaSuccess && bytes > 0) {
        const uint16_t stamp = was_done && is_work() ? order_last_stamp() : 0;
        host_access_copy(to, bytes, false, stamp, pc);
        host_access_copy(from, bytes, true, stamp, pc); // the copy may not have read it yet, so the
                                                        // host must not write
    }
    return error;
}

// The addresses alone decide where the bytes go, but a program that names another GPU is mistaken.
static void check_gpu(const char *function, const char *role, const void *p, int device,
                      const char *pc)
{
    const struct allocation *a = arena_offset(p) < GLOBAL_END ? arena_nearest((uintptr_t)p) : NULL;
    char text[512];
    if (!a || (uintptr_t)p - a->base >= a->size || a->device == device)
        return;
    describe_address((uintptr_t)p, 0, text, sizeof text);
    report(KIND_PEER, pc, text, "the arguments are (to, its GPU, from, its GPU, bytes)",
           "%s: the %s is memory of GPU %d, but the call says GPU %d", function, role, a->device,
           device);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    if (!gpu_exists(to_device) || !gpu_exists(from_device))
        return set_error(cudaErrorInvalidDevice);
    const char *pc = CALLER();
    check_gpu(__func__, "target", to, to_device, pc);
    check_gpu(__func__, "source", from, from_device, pc);
    if (schedule_copy(__func__, STREAM_DEFAULT, to, from, bytes) |
        schedule_sync(STREAM_ANY, ALL_GPUS))
        return cudaSuccess;
    stream_sync_all(); // ordered after all work of both GPUs and before later work
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, pc);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
    if (!gpu_exists(to_device) || !gpu_exists(from_device))
        return set_error(cudaErrorInvalidDevice);
    const char *pc = CALLER();
    check_gpu(__func__, "target", to, to_device, pc);
    check_gpu(__func__, "source", from, from_device, pc);
    if (schedule_copy(__func__, stream, to, from, bytes))
        return cudaSuccess;
    return copy_bytes_or_wait("cudaMemcpyPeerAsync", to, from, bytes, cudaMemcpyDeviceToDevice,
                              stream, pc);
}

// Are both sides large enough?
static cudaError_t check_rows(const char *function, char *to, size_t to_pitch, const char *from,
                              size_t from_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, const char *pc)
{
    if (width > to_pitch || width > from_pitch)
        return set_error_at(cudaErrorInvalidPitchValue, pc);
    size_t to_bytes = (height - 1) * to_pitch + width,
           from_bytes = (height - 1) * from_pitch + width;
    size_t smaller = to_bytes < from_bytes ? to_bytes : from_bytes;
    cudaError_t error = check_copy(function, to, from, smaller, kind, pc);
    if (error == cudaSuccess) // also check the last rows
        error =
            check_copy(function, to + to_bytes - width, from + from_bytes - width, width, kind, pc);
    return error;
}

cudaError_t copy_rows(const char *function, char *to, size_t to_pitch, const char *from,
                      size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                      const char *pc)
{
    if (width == 0 || height == 0)
        return cudaSuccess;
    const cudaError_t error =
        check_rows(function, to, to_pitch, from, from_pitch, width, height, kind, pc);
    if (error != cudaSuccess)
        return error;
    pthread_mutex_lock(&engine_lock);
    host_access_open_for_device();
    arena_open();
    const struct copied_rows rows = {to, from, to_pitch, from_pitch, width, height};
    for (size_t row = 0; row < height; row++)
        move(to + row * to_pitch, from + row * from_pitch, width);
    unread_uploaded(&rows, 0, pc);
    copied_back(function, &rows, pc);
    arena_close();
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    const cudaError_t refused = capture_refuses(USE_WORK, STREAM_DEFAULT, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    pending_drain(STREAM_DEFAULT);
    return copy_rows("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind, CALLER());
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    const struct cudaMemcpy3DParms rows = {
        .srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)from, from_pitch, width, height),
        .dstPtr = make_cudaPitchedPtr(to, to_pitch, width, height),
        .extent = make_cudaExtent(width, height, 1),
        .kind = kind};
    const char *pc = CALLER();
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, pc);
    if (refused != cudaSuccess)
        return refused;
    if ((capture && capture->copy(stream, &rows, pc)) ||
        schedule_copy(__func__, stream, to, from, width * height))
        return cudaSuccess;
    if (width == 0 || height == 0)
        return copy_rows("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind, pc);
    return copy_or_wait(&(struct later){"cudaMemcpy2DAsync",
                                        {to, from, to_pitch, from_pitch, width, height, pc},
                                        kind,
                                        stream,
                                        NULL});
}

// ---- cudaMemset ---------------------------------------------------------------------------------

struct set_job {
    const char *function;
    char *p;
    int value;
    size_t pitch, width, height;
    cudaStream_t stream;
    const char *pc;
};

static void set_rows(const struct set_job *job)
{
    for (size_t row = 0; row < job->height; row++) {
        memset(job->p + row * job->pitch, job->value, job->width);
        check_written((uintptr_t)(job->p + row * job->pitch), job->width);
    }
}

static void run_set(void *arg)
{
    const struct set_job *job = arg;
    const bool is_flag = begin_flag(job->width * job->height);
    for (size_t row = 0; row < job->height; row++)
        touch(job->p + row * job->pitch, job->width, STORE, is_flag, job->pc);
    set_rows(job);
}

static cudaError_t check_set(const struct set_job *job)
{
    cudaError_t error = sticky_error();
    for (size_t row = 0; row < job->height && error == cudaSuccess; row++)
        error = check_side(job->function, "target", job->p + row * job->pitch, job->width,
                           cudaMemcpyHostToDevice, SIDE_DEVICE, job->pc);
    return error;
}

static cudaError_t set(const struct set_job *job)
{
    const cudaError_t error = check_set(job);
    if (error != cudaSuccess)
        return error;
    note_copied_to_device(sizeof job->value);
    if (is_work())
        return run_as_work(job->function, run_set, job, sizeof *job, job->stream, job->pc);
    host_access_open_for_device();
    pthread_mutex_lock(&engine_lock);
    image_select(gpu_current());
    arena_open_range(job->p, (job->height - 1) * job->pitch + job->width, true);
    set_rows(job);
    arena_open_range(job->p, (job->height - 1) * job->pitch + job->width, false);
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

static void run_set_later(void *data) { set(data); }

static cudaError_t set_or_wait(struct set_job job)
{
    engine_init();
    if (job.width == 0 || job.height == 0)
        return sticky_error();
    if (schedule_copy(job.function, job.stream, job.p, NULL, job.width * job.height))
        return cudaSuccess;
    if (!pending_blocks(job.stream))
        return set(&job);
    const cudaError_t error = check_set(&job);
    if (error != cudaSuccess)
        return error;
    const struct pending_call waiting = {.run = run_set_later,
                                         .data = &job,
                                         .what = job.function,
                                         .pc = job.pc,
                                         .writes = job.p,
                                         .bytes = (job.height - 1) * job.pitch + job.width};
    pending_add_copy(job.stream, &waiting, sizeof job);
    return cudaSuccess;
}

// It returns when memory that the host can use is set, and at once for memory of a GPU.
static cudaError_t set_for_host(struct set_job job)
{
    const cudaError_t refused = capture_refuses(USE_WORK, STREAM_DEFAULT, job.function, job.pc);
    if (refused != cudaSuccess)
        return refused;
    const cudaError_t error = set_or_wait(job);
    if (side_of(job.p) != SIDE_DEVICE)
        stream_sync(STREAM_DEFAULT);
    return error;
}

#define SET_ROWS(pitch, width, height, stream) \
    (struct set_job) { __func__, p, value, pitch, width, height, stream, CALLER() }

static cudaError_t set_in_stream(struct set_job job)
{
    const struct cudaMemsetParams node = {.dst = job.p,
                                          .pitch = job.pitch,
                                          .value = (unsigned)job.value,
                                          .elementSize = 1,
                                          .width = job.width,
                                          .height = job.height};
    const cudaError_t refused = capture_refuses(USE_WORK, job.stream, job.function, job.pc);
    if (refused != cudaSuccess || (capture && capture->set(job.stream, &node, job.pc)))
        return refused;
    return set_or_wait(job);
}

cudaError_t cudaMemset(void *p, int value, size_t bytes)
{
    return set_for_host(SET_ROWS(bytes, bytes, 1, STREAM_DEFAULT));
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream)
{
    return set_in_stream(SET_ROWS(bytes, bytes, 1, stream));
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height)
{
    return set_for_host(SET_ROWS(pitch, width, height, STREAM_DEFAULT));
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return set_in_stream(SET_ROWS(pitch, width, height, stream));
}

struct cudaMemcpy3DParms copy_of_bytes(void *to, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind)
{
    return (struct cudaMemcpy3DParms){
        .srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)from, bytes, bytes, 1),
        .dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1),
        .extent = make_cudaExtent(bytes, 1, 1),
        .kind = kind};
}
