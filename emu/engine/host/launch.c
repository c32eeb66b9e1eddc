// SPDX-License-Identifier: MIT
//
// launch.c: launches of kernels.
//
// A launch begins during the call, unless earlier work of its stream waits (pending.c). It runs
// until it has ended or all of its blocks only poll memory. Then the call returns, and the launch
// waits for something else to change that memory.
#include "launch.h"
#include "capture.h"
#include "peers.h"
#include "pending.h"
#include "stream.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../expect/expect.h"
#include "../hopper/hopper.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local bool next_is_cooperative; // of this host thread

void *emu_copy_bits(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes); }

void emu_cooperative_launch(void) { next_is_cooperative = true; }

// ---- A launch -----------------------------------------------------------------------------------

static const char *kernel_of(const struct kept_launch *l)
{
    return l->kernel ? l->kernel : kernel_name(l->function);
}

static void run(const struct kept_launch *l);

// Records of launches are reused and never freed: the watchdog may still look at one.
enum { LINE = 64 }; // of a cache: threads on all cores read a few members all the time
static struct launch *unused;

static struct launch *take_record(void)
{
    struct launch *launch = unused;
    if (launch)
        unused = launch->next;
    else if (!(launch = aligned_alloc(LINE, (sizeof *launch + LINE - 1) / LINE * LINE)))
        fatal("no memory for a launch");
    return launch;
}

static void give_record(struct launch *launch)
{
    launch->next = unused;
    unused = launch;
}

static struct launch *begin(const struct kept_launch *l, const char *kernel)
{
    const struct emu_config *c = &l->config;
    struct launch *launch = take_record();
    *launch = (struct launch){.kernel = kernel,
                              .function = l->function,
                              .grid = c->grid,
                              .block = c->block,
                              .cluster = l->cluster,
                              .cluster_blocks = l->cluster.x * l->cluster.y * l->cluster.z,
                              .dynamic_shared = c->shared,
                              .threads_per_block = c->block.x * c->block.y * c->block.z,
                              .blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z,
                              .cooperative = l->cooperative,
                              .is_library = l->is_library,
                              .counted = !l->is_library && (count_is_on() || expect_is_on()),
                              .checked = check_is_on(),
                              .device = gpu_current(),
                              .recorded = l->is_library ? 0 : record_blocks(),
                              .body = l->body,
                              .closure = l->closure,
                              .closure_size = l->size,
                              .pc = l->pc,
                              .work = l->work,
                              .sites_lock = PTHREAD_MUTEX_INITIALIZER,
                              .static_top = SITE_ALIGN};
    int each = gpu_blocks_per_sm((int)launch->threads_per_block, c->shared);
    sealed_open();
    if (!l->is_library) {
        sealed.copied_to_device += (long long)l->size;
        expect_begins(launch);
        record_begins(launch);
    }
    launch->resident_limit = (uint64_t)(each > 0 ? each : 1) * (uint64_t)gpu_model()->sms;
    order_begin(launch);
    sample_begins(launch);
    if ((gpu_count() > 1 || pending_any()) && launch->checked && !l->is_library)
        order_pauses(launch, stream_number((cudaStream_t)c->stream) % 2 == 0);
    stream_launch((cudaStream_t)c->stream, launch);
    sealed_close();
    // With several GPUs, or after a launch has waited, the program's threads keep no blocks of
    // kernels: other threads must be able to resume them.
    team_take(launch, l->is_library || (gpu_count() == 1 && !pending_ever()));
    return launch;
}

static bool run_phase(struct launch *launch, enum look look)
{
    bool ended;
    if (!launch->is_library)
        forecast_begin(launch);
    watchdog_launch(launch->is_library ? NULL : launch);
    interrupt_watch(launch);
    do
        ended = team_run(launch, look);
    while (ended && expect_runs_again(launch));
    interrupt_watch(NULL);
    watchdog_launch(NULL);
    forecast_end(launch);
    return ended;
}

bool launch_run_phase(struct launch *launch, enum look look)
{
    // Memory may change otherwise while a launch waits, so repeat.c must not skip this one.
    const bool may_repeat = launch->phases++ == 0 && !pending_any();
    bool ended = true;
    sealed_open();
    host_access_open_for_device();
    arena_open();
    peers_close(launch->device);
    image_select(launch->device);
    if (!may_repeat) {
        ended = run_phase(launch, look);
    } else if (!repeat_apply(launch)) {
        ended = run_phase(launch, look);
        launch->has_other_effects |= !ended;
        repeat_ended(launch);
    }
    peers_open(launch->device);
    // Host code of a graded program must not find operands there, to compute with them itself.
    if (ended && sealed.is_on && !pending_any()) {
        stacks_wipe();
        windows_wipe();
    }
    arena_close();
    // Otherwise host and kernel may use the same memory, by flags.
    if (ended && (may_repeat || !pending_any_but(launch)))
        host_access_launch(launch->pc);
    sealed_close();
    return ended;
}

struct nested *launch_end(struct launch *launch)
{
    struct nested *nested = launch->nested;
    sealed_open();
    stream_launch_ended(launch);
    order_end(launch);
    if (launch->counted)
        count_launch_ended(launch);
    expect_ended(launch);
    schedule_launch_took(launch->work, launch->expected_us, launch->not_expected);
    sealed_close();
    if (launch->function)
        kernel_info(launch->function)->static_shared = launch->static_bytes;
    if (launch->error != cudaSuccess)
        set_sticky_error(launch->error);
    if (launch->refused[0])
        launch_refused(launch->error ? launch->error : cudaErrorInvalidValue, launch->pc,
                       launch->kernel, launch->refused);
    if (launch->owns_closure)
        free((void *)(uintptr_t)launch->closure);
    team_give(launch);
    give_record(launch);
    return nested;
}

// The call returns, but threads that have not started yet need the arguments.
static void keep_closure(struct launch *launch)
{
    void *copy = malloc(launch->closure_size + 1);
    if (!copy)
        fatal("no memory for a launch");
    memcpy(copy, launch->closure, launch->closure_size);
    launch->closure = copy;
    launch->owns_closure = true;
}

static void run_kept(void *launch)
{
    struct kept_launch *l = launch;
    run(l);
}

static void free_kept(void *launch)
{
    kept_launch_free(launch);
    free(launch);
}

static void run_later(const struct kept_launch *l)
{
    struct kept_launch kept;
    keep_copy(l, &kept);
    const struct pending_call waiting = {
        .run = run_kept, .release = free_kept, .data = &kept, .what = kernel_of(l), .pc = l->pc};
    pending_add_copy((cudaStream_t)l->config.stream, &waiting, sizeof kept);
}

static bool is_refused(const struct kept_launch *l, const char *kernel)
{
    char why[256];
    cudaError_t error = launch_check(&l->config, l->function, l->cooperative, why, sizeof why);
    if (error == cudaSuccess)
        error = cluster_check(l->config.grid, l->cluster, why, sizeof why);
    if (error != cudaSuccess)
        launch_refused(error, l->pc, kernel, why);
    return error != cudaSuccess;
}

static void run(const struct kept_launch *l)
{
    const cudaStream_t stream = (cudaStream_t)l->config.stream;
    engine_init();
    const char *kernel = kernel_of(l);
    if (engine_was_forked()) {
        launch_refused(cudaErrorInitializationError, l->pc, kernel,
                       "this process was forked from one that had begun to use the GPU; fork "
                       "before the first CUDA call");
        return;
    }
    if (sticky_error() != cudaSuccess)
        return;
    char call[120];
    snprintf(call, sizeof call, l->is_library ? "%s" : "launch of %s", kernel);
    if (stream_is_gone(stream, call, l->pc)) {
        set_error_at(cudaErrorInvalidResourceHandle, l->pc);
        return;
    }
    if (stream_device(stream) != gpu_current()) {
        char why[100];
        snprintf(why, sizeof why,
                 "its stream is of GPU %d, and GPU %d is the current one (cudaSetDevice)",
                 stream_device(stream), gpu_current());
        launch_refused(cudaErrorInvalidResourceHandle, l->pc, kernel, why);
        return;
    }
    launch_check_arguments(l->closure, l->size, l->pc);
    stream_settle_now(stream);
    if (is_refused(l, kernel))
        return;
    if (pending_blocks(stream)) {
        if (l->can_be_kept) {
            run_later(l);
            return;
        }
        pending_drain_for(stream, kernel, l->pc);
    }
    pending_lock();
    struct launch *launch = begin(l, kernel);
    struct nested *nested = NULL;
    const bool ended =
        launch_run_phase(launch, gpu_count() > 1 || pending_any() ? LOOK_SHORT : LOOK_NORMAL);
    if (ended) {
        nested = launch_end(launch);
    } else {
        keep_closure(launch);
        pending_park(stream, launch);
    }
    pending_unlock();
    nested_run(nested, stream);
}

// By a capture of streams.
static bool is_refused_by_capture(const struct kept_launch *launch)
{
    char call[120];
    if (!capture)
        return false;
    snprintf(call, sizeof call, launch->is_library ? "%s" : "launch of %s", launch->kernel);
    return capture_refuses(USE_WORK, launch->config.stream, call, launch->pc) != cudaSuccess;
}

__thread const char *launch_caller;

void emu_run(const struct emu_config *c, const char *kernel, const void *function,
             void (*body)(void *), const void *closure, size_t closure_size)
{
    const bool cooperative = !emu_current && next_is_cooperative;
    struct kept_launch launch = {.config = *c,
                                 .kernel = kernel,
                                 .function = function,
                                 .body = body,
                                 .closure = (void *)(uintptr_t)closure,
                                 .size = closure_size,
                                 .cluster = cluster_dims(function, kernel, body, closure),
                                 .cooperative = cooperative,
                                 .can_be_kept = true,
                                 .work = -1,
                                 .pc = launch_caller ? launch_caller : CALLER()};
    launch_caller = NULL;
    if (cooperative)
        next_is_cooperative = false;
    if (emu_current)
        nested_add(emu_current->block->launch, &launch);
    else if (!is_refused_by_capture(&launch) && !(capture && capture->launch(&launch)) &&
             !schedule_launch(kernel_of(&launch), c, &launch.work))
        run(&launch);
}

void launch_kept(const struct kept_launch *l, cudaStream_t stream)
{
    struct kept_launch launch = *l;
    launch.config.stream = stream;
    launch.work = -1;
    if (!schedule_unknown(kernel_of(l), stream, "a graph or a kernel launches it"))
        run(&launch);
}

void launch_library(const char *pc, const struct emu_config *c, const char *name,
                    void (*body)(void *), const void *closure, size_t closure_size,
                    bool can_be_kept)
{
    const struct kept_launch launch = {.config = *c,
                                       .kernel = name,
                                       .body = body,
                                       .closure = (void *)(uintptr_t)closure,
                                       .size = closure_size,
                                       .cluster = {1, 1, 1},
                                       .is_library = true,
                                       .can_be_kept = can_be_kept,
                                       .work = -1,
                                       .pc = pc};
    if (is_refused_by_capture(&launch))
        return;
    if (!is_captured(c->stream))
        run(&launch);
    else if (can_be_kept)
        capture->launch(&launch);
    else
        call_refused(pc, name, "a graph cannot keep this call of a library: make it outside");
}
