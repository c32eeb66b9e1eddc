// SPDX-License-Identifier: MIT
//
// team.c: runs the blocks of a launch on threads of the PC.
//
// Workers (one for each core) take blocks in order. A block that only polls memory may wait for a
// block that has not started. Its worker then starts another block, up to the number of blocks that
// the GPU would keep resident. All resident blocks make progress in turn.
//
// If all of them only poll, they wait for something outside the launch: another launch, a copy, or
// the host. The phase of the launch ends then, and a later phase resumes its blocks. A fiber stays
// on the thread on which it began, because compiled code may keep addresses of that thread's
// variables. So a launch keeps its team until it has ended.
#include "run.h"
#include "../check/check.h"
#include "../count/count.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MAX_WORKERS = 256, QUIET_ROUNDS = 40, FEW_ROUNDS = 2 };
// With several GPUs a phase ends after this time, so that no kernel keeps the others from running.
static const double SLICE_SECONDS = 0.25;

struct member {
    struct team *team;
    int number;
};

struct team {
    struct team *next; // the list of unused teams
    pthread_mutex_t lock;
    pthread_cond_t start, finished;
    struct launch *launch;
    unsigned phase; // number of phases so far
    int busy;       // threads that have not finished this phase
    int workers;    // of this launch: numbers 0 and up
    bool on_caller; // worker 0 is the thread `home`
    pthread_t home;
    bool has_thread[MAX_WORKERS];
    struct member members[MAX_WORKERS];
    struct block *resident[MAX_WORKERS]; // of each worker, newest first
};

// ---- A worker -----------------------------------------------------------------------------------

// A worker is quiet if all its blocks poll for several rounds and nothing changes. If all workers
// are quiet and stay so, the blocks wait for something outside the launch. Each worker must observe
// that itself, because a quiet one may meanwhile have begun a long computation.
struct patience {
    int enough;          // rounds
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

static bool only_polls(struct launch *launch, struct patience *p, bool changed)
{
    p->rounds = changed ? 0 : p->rounds + 1;
    set_quiet(launch, p, p->rounds >= p->enough);
    p->silence = p->quiet && atomic_load(&launch->busy_workers) == 0 ? p->silence + 1 : 0;
    if (p->quiet && !launch->alone) // leave the core to other workers
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    set_silent(launch, p, p->silence > p->enough);
    return atomic_load(&launch->restless_workers) == 0;
}

// Runs each resident block once. Returns whether one has ended.
static bool run_round(struct launch *launch, struct block **resident)
{
    bool ended = false;
    for (struct block **at = resident; *at && !atomic_load(&launch->stop);) {
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
    return ended;
}

static void drop_all(struct block **resident)
{
    while (*resident) {
        struct block *next = (*resident)->next;
        resident_give(*resident);
        *resident = next;
    }
}

static void work(struct launch *launch, struct block **resident)
{
    watchdog_add_this_thread();
    count_find_mine();
    struct patience patience = {.enough = launch->look == LOOK_SHORT ? FEW_ROUNDS : QUIET_ROUNDS};
    const double end = gpu_count() > 1 ? seconds_of(CLOCK_MONOTONIC) + SLICE_SECONDS : 0;
    while (!atomic_load(&launch->stop) && !atomic_load(&launch->pause)) {
        const long long writes = emu_writes, idle = emu_idle_writes;
        const bool ended = run_round(launch, resident);
        const bool moved = ended || emu_writes - writes > emu_idle_writes - idle;
        const bool changed = moved || (launch->look == LOOK_LONG && emu_writes != writes);
        struct block *b = ended && *resident ? NULL : resident_admit(launch);
        if (moved || b)
            launch->moved = true;
        if (b) {
            b->next = *resident;
            *resident = b;
        } else if (!*resident) {
            break;
        } else if (only_polls(launch, &patience, changed)) {
            if (!launch->is_sample)
                atomic_store(&launch->pause, true);
            else if (!atomic_exchange(&launch->stop, true))
                block_report_deadlock(*resident);
        }
        if (end > 0 && patience.rounds == 0 && seconds_of(CLOCK_MONOTONIC) > end)
            atomic_store(&launch->pause, true);
    }
    set_quiet(launch, &patience, true);
    set_silent(launch, &patience, true);
    if (atomic_load(&launch->stop))
        drop_all(resident);
}

// ---- Threads ------------------------------------------------------------------------------------

static void *member_main(void *arg)
{
    const struct member *me = arg;
    struct team *team = me->team;
    fault_handler_for_this_thread();
    others_are_not();
    pthread_mutex_lock(&team->lock);
    // The phase for which it was started may have begun already.
    for (unsigned done = 0;;) {
        while (team->phase == done || me->number >= team->workers || !team->launch) {
            done = team->phase;
            pthread_cond_wait(&team->start, &team->lock);
        }
        done = team->phase;
        struct launch *launch = team->launch;
        pthread_mutex_unlock(&team->lock);
        work(launch, &team->resident[me->number]);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            pthread_cond_signal(&team->finished);
    }
    return NULL;
}

static int core_count(void)
{
    const char *text = environment_value("EMU_CORES");
    long cores = text ? strtol(text, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MAX_WORKERS ? MAX_WORKERS : (int)cores;
}

static bool start_thread(struct team *team, int number)
{
    pthread_t thread;
    if (team->has_thread[number])
        return true;
    team->members[number] = (struct member){team, number};
    if (pthread_create(&thread, NULL, member_main, &team->members[number]) != 0)
        return false;
    pthread_detach(thread);
    return team->has_thread[number] = true;
}

static pthread_mutex_t unused_lock = PTHREAD_MUTEX_INITIALIZER;
static struct team *unused;

static struct team *unused_team(void)
{
    pthread_mutex_lock(&unused_lock);
    struct team *team = unused;
    if (team)
        unused = team->next;
    pthread_mutex_unlock(&unused_lock);
    if (team)
        return team;
    team = calloc(1, sizeof *team);
    if (!team)
        fatal("no memory for the workers of a launch");
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->start, NULL);
    pthread_cond_init(&team->finished, NULL);
    return team;
}

void team_take(struct launch *launch, bool on_caller)
{
    struct team *team = unused_team();
    const bool is_small = launch->blocks == 1 || launch->is_sample ||
                          launch->blocks * launch->threads_per_block <= WARP;
    const int wanted = is_small ? 1 : core_count();
    int workers = on_caller ? 1 : 0;
    pthread_mutex_lock(&team->lock);
    while (workers < wanted && start_thread(team, workers))
        workers++; // fewer workers: only slower
    if (workers == 0) {
        on_caller = true;
        workers = 1;
    }
    team->launch = NULL;
    team->workers = workers;
    team->on_caller = on_caller;
    team->home = pthread_self();
    pthread_mutex_unlock(&team->lock);
    launch->team = team;
    launch->alone = workers == 1;
}

void team_give(struct launch *launch)
{
    struct team *team = launch->team;
    launch->team = NULL;
    pthread_mutex_lock(&unused_lock);
    team->next = unused;
    unused = team;
    pthread_mutex_unlock(&unused_lock);
}

// ---- Phases -------------------------------------------------------------------------------------

bool team_can_run(const struct launch *launch)
{
    return !launch->team->on_caller || pthread_equal(launch->team->home, pthread_self());
}

static void run_on_threads(struct team *team, struct launch *launch)
{
    const int threads = team->workers - team->on_caller;
    if (threads > 0) {
        pthread_mutex_lock(&team->lock);
        team->launch = launch;
        team->busy = threads;
        team->phase++;
        pthread_cond_broadcast(&team->start);
        pthread_mutex_unlock(&team->lock);
    }
    if (team->on_caller)
        work(launch, &team->resident[0]);
    if (threads > 0) {
        pthread_mutex_lock(&team->lock);
        while (team->busy > 0)
            pthread_cond_wait(&team->finished, &team->lock);
        team->launch = NULL;
        pthread_mutex_unlock(&team->lock);
    }
}

static bool has_ended(const struct launch *launch)
{
    for (int i = 0; i < launch->team->workers; i++)
        if (launch->team->resident[i])
            return false;
    return launch->stop || launch->next_block >= launch->blocks / launch->cluster_blocks;
}

bool team_run(struct launch *launch, enum look look)
{
    launch->look = (int)look;
    launch->moved = false;
    do {
        launch->pause = false;
        launch->busy_workers = launch->restless_workers = launch->team->workers;
        run_on_threads(launch->team, launch);
    } while (!launch->pause && !has_ended(launch));
    if (launch->stop)
        team_drop(launch); // a worker may have paused before another one stopped the launch
    return has_ended(launch);
}

void team_for_each(const struct launch *launch, void (*each)(struct block *list, void *to),
                   void *to)
{
    for (int i = 0; i < launch->team->workers; i++)
        if (launch->team->resident[i])
            each(launch->team->resident[i], to);
}

void team_drop(struct launch *launch)
{
    atomic_store(&launch->stop, true);
    for (int i = 0; i < launch->team->workers; i++)
        drop_all(&launch->team->resident[i]);
}
