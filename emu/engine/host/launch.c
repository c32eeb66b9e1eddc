// SPDX-License-Identifier: MIT
//
// launch.c: runs a kernel launch on the cores of the PC.
//
// Workers (one for each core) take blocks in order. A block that only polls memory may wait for a
// block that has not started. Its worker then starts another block, up to the number of blocks that
// the GPU would keep resident. All resident blocks make progress in turn.
#include "launch.h"
#include "capture.h"
#include "peers.h"
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
#include <time.h>
#include <unistd.h>

enum { MAX_WORKERS = 256, QUIET_ROUNDS = 40 };

static bool next_is_cooperative;

void *emu_copy_bits(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes); }

void emu_cooperative_launch(void) { next_is_cooperative = true; }

// ---- Workers ------------------------------------------------------------------------------------

// A worker is quiet if all its blocks poll for several rounds and nothing changes. If all workers
// are quiet and stay so, the blocks wait for something that can no longer happen. Each worker must
// observe that itself, because a quiet one may meanwhile have begun a long computation.
struct patience {
    int rounds, silence; // rounds without change; those in which all workers were quiet
    bool quiet, silent;
};

static void set_quiet(struct launch *launch, struct patience *p, bool quiet)
{
    if (p->quiet != quiet)
        atomic_fetch_add(&launch->busy_workers, quiet ? -1 : 1);
    p->quiet = quiet;
}

static void set_silent(struct launch *launch, struct patience *p, bool silent)
{
    if (p->silent != silent)
        atomic_fetch_add(&launch->restless_workers, silent ? -1 : 1);
    p->silent = silent;
}

static bool is_deadlock(struct launch *launch, struct patience *p, struct block *b, bool changed)
{
    p->rounds = changed ? 0 : p->rounds + 1;
    set_quiet(launch, p, p->rounds >= QUIET_ROUNDS);
    p->silence = p->quiet && atomic_load(&launch->busy_workers) == 0 ? p->silence + 1 : 0;
    if (p->quiet) // leave the core to other workers
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    if (p->silence > QUIET_ROUNDS)
        blocks_note_host_poll(b);
    set_silent(launch, p, p->silence > QUIET_ROUNDS);
    return atomic_load(&launch->restless_workers) == 0;
}

static void work(struct launch *launch)
{
    watchdog_add_this_thread();
    count_find_mine();
    struct block *resident = NULL; // newest first
    struct patience patience = {0};
    while (!atomic_load(&launch->stop)) {
        long long writes = emu_writes;
        bool ended = false;
        for (struct block **at = &resident; *at && !atomic_load(&launch->stop);) {
            struct block *b = *at;
            if (block_run(b) == BLOCK_DONE) {
                *at = b->next;
                resident_give(b);
                watchdog_block_ended();
                launch->ended += launch->cluster_blocks;
                atomic_fetch_sub(&launch->resident, launch->cluster_blocks);
                ended = true;
            } else {
                at = &b->next;
            }
        }
        bool changed = ended || emu_writes != writes;
        struct block *b = ended && resident ? NULL : resident_admit(launch);
        if (b) {
            b->next = resident;
            resident = b;
        } else if (!resident) {
            break;
        } else if (is_deadlock(launch, &patience, resident, changed)) {
            if (!atomic_exchange(&launch->stop, true))
                block_report_deadlock(resident);
        }
    }
    set_quiet(launch, &patience, true);
    set_silent(launch, &patience, true);
    while (resident) {
        struct block *next = resident->next;
        resident_give(resident);
        resident = next;
    }
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t start, finished;
    struct launch *launch; // the current launch
    unsigned number;       // of launches so far
    int busy, helpers;
} pool = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0, -1};

static void *helper_main(void *unused)
{
    (void)unused;
    fault_handler_for_this_thread();
    unsigned done = 0;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.number == done)
            pthread_cond_wait(&pool.start, &pool.lock);
        done = pool.number;
        struct launch *launch = pool.launch;
        pthread_mutex_unlock(&pool.lock);
        work(launch);
        pthread_mutex_lock(&pool.lock);
        if (--pool.busy == 0)
            pthread_cond_signal(&pool.finished);
    }
    return NULL;
}

static int core_count(void)
{
    const char *text = getenv("EMU_CORES");
    long cores = text && *text ? strtol(text, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MAX_WORKERS ? MAX_WORKERS : (int)cores;
}

static void start_helpers(void)
{
    pool.helpers = 0;
    for (int i = core_count() - 1; i > 0; i--) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, helper_main, NULL) != 0)
            break; // fewer workers: only slower
        pthread_detach(thread);
        pool.helpers++;
    }
}

static void run_on_all_cores(struct launch *launch)
{
    if (launch->blocks == 1 || launch->blocks * launch->threads_per_block <= WARP) {
        launch->busy_workers = launch->restless_workers = 1;
        launch->alone = true;
        work(launch); // too small for several workers
        return;
    }
    pthread_mutex_lock(&pool.lock);
    if (pool.helpers < 0)
        start_helpers();
    pool.launch = launch;
    pool.busy = pool.helpers;
    launch->busy_workers = launch->restless_workers = pool.helpers + 1;
    launch->alone = pool.helpers == 0;
    pool.number++;
    pthread_cond_broadcast(&pool.start);
    pthread_mutex_unlock(&pool.lock);
    work(launch);
    pthread_mutex_lock(&pool.lock);
    while (pool.busy > 0)
        pthread_cond_wait(&pool.finished, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

// ---- A launch -----------------------------------------------------------------------------------

static void run(const struct kept_launch *l)
{
    const bool is_library = l->is_library;
    const struct emu_config *c = &l->config;
    const char *pc = l->pc;
    engine_init();
    const char *kernel = l->kernel ? l->kernel : kernel_name(l->function);
    if (engine_was_forked()) {
        launch_refused(cudaErrorInitializationError, pc, kernel,
                       "this process was forked from one that had begun to use the GPU; fork "
                       "before the first CUDA call");
        return;
    }
    if (sticky_error() != cudaSuccess)
        return;
    if (stream_device((cudaStream_t)c->stream) != gpu_current()) {
        launch_refused(cudaErrorInvalidResourceHandle, pc, kernel,
                       "its stream was made while another GPU was current (cudaSetDevice)");
        return;
    }
    launch_check_arguments(l->closure, l->size, pc);
    stream_settle_now((cudaStream_t)c->stream);
    pthread_mutex_lock(&engine_lock);
    char why[256];
    cudaError_t error = launch_check(c, l->function, l->cooperative, why, sizeof why);
    if (error == cudaSuccess)
        error = cluster_check(c->grid, l->cluster, why, sizeof why);
    if (error != cudaSuccess) {
        pthread_mutex_unlock(&engine_lock);
        launch_refused(error, pc, kernel, why);
        return;
    }
    static struct launch launch; // large; used by one launch at a time, under the lock
    launch = (struct launch){.kernel = kernel,
                             .function = l->function,
                             .grid = c->grid,
                             .block = c->block,
                             .cluster = l->cluster,
                             .cluster_blocks = l->cluster.x * l->cluster.y * l->cluster.z,
                             .dynamic_shared = c->shared,
                             .threads_per_block = c->block.x * c->block.y * c->block.z,
                             .blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z,
                             .cooperative = l->cooperative,
                             .is_library = is_library,
                             .counted = !is_library && (count_is_on() || expect_is_on()),
                             .checked = check_is_on(),
                             .device = gpu_current(),
                             .recorded = is_library ? 0 : record_blocks(),
                             .body = l->body,
                             .closure = l->closure,
                             .closure_size = l->size,
                             .pc = pc,
                             .sites_lock = PTHREAD_MUTEX_INITIALIZER,
                             .static_top = SITE_ALIGN};
    int each = gpu_blocks_per_sm((int)launch.threads_per_block, c->shared);
    if (!is_library) {
        expect_begins(&launch);
        record_begins(&launch);
    }
    launch.resident_limit = (uint64_t)(each > 0 ? each : 1) * (uint64_t)gpu_model()->sms;
    sealed_open();
    order_begin(&launch);
    sample_begins(&launch);
    stream_launch((cudaStream_t)c->stream, &launch);
    host_access_open_for_device();
    arena_open();
    peers_close(launch.device);
    if (!repeat_apply(&launch)) {
        if (!is_library)
            forecast_begin(&launch);
        watchdog_launch(is_library ? NULL : &launch);
        interrupt_watch(&launch);
        do
            run_on_all_cores(&launch);
        while (expect_runs_again(&launch));
        interrupt_watch(NULL);
        watchdog_launch(NULL);
        forecast_end(&launch);
        repeat_ended(&launch);
    }
    peers_open(launch.device);
    arena_close();
    order_end(&launch);
    host_access_launch(pc);
    if (launch.counted)
        count_launch_ended(&launch);
    expect_ended(&launch);
    sealed_close();
    if (l->function)
        kernel_info(l->function)->static_shared = launch.static_bytes;
    if (launch.error != cudaSuccess)
        set_sticky_error(launch.error);
    struct nested *nested = launch.nested;
    pthread_mutex_unlock(&engine_lock);
    nested_run(nested, (cudaStream_t)c->stream);
    if (launch.refused[0])
        launch_refused(launch.error ? launch.error : cudaErrorInvalidValue, pc, kernel,
                       launch.refused);
}

__thread const char *launch_caller;

void emu_run(const struct emu_config *c, const char *kernel, const void *function,
             void (*body)(void *), const void *closure, size_t closure_size)
{
    const bool cooperative = !emu_current && next_is_cooperative;
    const struct kept_launch launch = {.config = *c,
                                       .kernel = kernel,
                                       .function = function,
                                       .body = body,
                                       .closure = (void *)(uintptr_t)closure,
                                       .size = closure_size,
                                       .cluster = cluster_dims(function, kernel, body, closure),
                                       .cooperative = cooperative,
                                       .pc = launch_caller ? launch_caller : CALLER()};
    launch_caller = NULL;
    if (cooperative)
        next_is_cooperative = false;
    if (emu_current)
        nested_add(emu_current->block->launch, &launch);
    else if (!(capture && capture->launch(&launch)))
        run(&launch);
}

void launch_kept(const struct kept_launch *l, cudaStream_t stream)
{
    struct kept_launch launch = *l;
    launch.config.stream = stream;
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
                                       .pc = pc};
    if (!is_captured(c->stream))
        run(&launch);
    else if (can_be_kept)
        capture->launch(&launch);
    else
        call_refused(pc, name, "a graph cannot keep this call of a library: make it outside");
}
