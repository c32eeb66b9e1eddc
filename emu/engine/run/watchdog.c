// SPDX-License-Identifier: MIT
//
// watchdog.c: kernels that never end.
//
// Only progress counts. If no block of a launch has ended for EMU_TIMEOUT seconds (0: no limit),
// the launch is overdue. By default, blocks that still pass barriers get ten times as long, because
// a few large blocks may have much to do. A launch that still touches memory which it has not
// touched before goes on. A thread notices when it calls the engine: for an access,
// a barrier, a shuffle or a printed line. A thread that computes without any such call is
// interrupted by a signal.
//
// A second counts only if the program had a processor for a second. On a busy computer the watchdog
// therefore waits longer, and waiting for a terminal or a pipe does not count.
#include "run.h"
#include "../fiber/fiber.h"
#include "../program/program.h"
#include "../sync/sync.h"

#include <signal.h>
#include <ucontext.h>

enum { TIMEOUT_SECONDS = 20, WITH_BARRIERS = 10, MAX_WATCHED = 256, SIGNAL = SIGURG };
// The interval of its checks, and the seconds that threads have to notice by themselves.
enum { TICK_NANOSECONDS = 250000000, GRACE_SECONDS = 1 };

static struct {
    pthread_t id;
    struct thread *const volatile *current; // the worker's emu_current
} watched[MAX_WATCHED];
static atomic_int watched_count;
static struct launch *_Atomic running; // the running launch
static atomic_uint_fast64_t progress;  // launches begun and blocks ended since the program began

void watchdog_launch(struct launch *launch)
{
    progress +=
        launch && launch->phases == 1; // a later phase of a launch is not progress by itself
    running = launch;
}

void watchdog_block_ended(void) { progress++; }

static void interrupted(int signal, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    const char *pc = (const char *)at->uc_mcontext.gregs[REG_RIP];
    (void)signal;
    (void)info;
    // A library function may be in an inconsistent state; another tick will find the thread
    // elsewhere.
    const bool is_ours = (pc >= __ehdr_start && pc < etext) || module_of(pc);
    if (emu_current && emu_current->block->launch->overdue && is_ours)
        watchdog_overdue(pc);
}

// Processor seconds that the program has used since the last call.
static double worked(void)
{
    static double wall_before, used_before;
    const double wall = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    const double wall_passed = wall - wall_before, used_passed = used - used_before;
    wall_before = wall;
    used_before = used;
    return used_passed < wall_passed ? used_passed : wall_passed;
}

// Makes each worker's thread check at its next access, or at once by a signal.
static void hurry(bool by_signal)
{
    for (int i = 0; i < watched_count && i < MAX_WATCHED; i++) {
        struct thread *now = watched[i].current ? *watched[i].current : NULL;
        if (now)
            turn_end(now); // records of threads are never freed; if the write is lost, it is
                           // repeated
        if (now && by_signal)
            pthread_kill(watched[i].id, SIGNAL);
    }
}

static void *watch(void *unused)
{
    (void)unused;
    others_are_not();
    const double asked = environment_seconds("EMU_TIMEOUT", -1);
    const double limit = asked < 0 ? TIMEOUT_SECONDS : asked;
    uint64_t progress_seen = 0;
    double seconds = 0, still = 0; // since a block has ended; since a block has passed a barrier
    for (;;) {
        nanosleep(&(struct timespec){.tv_nsec = TICK_NANOSECONDS}, NULL);
        const double worked_seconds = worked();
        struct launch *now = running;
        const bool goes_on = progress != progress_seen || (progress_was_made() && asked < 0);
        seconds = goes_on ? 0 : now ? seconds + worked_seconds : seconds;
        still = seconds > 0 && (asked >= 0 || !barrier_was_passed()) ? still + worked_seconds : 0;
        progress_seen = progress;
        if (now)
            forecast_look(now);
        if (!now || limit <= 0 || (still < limit && seconds < limit * WITH_BARRIERS))
            continue;
        now->overdue = true; // `now` is static memory, so it is valid even if the launch has just
                             // ended
        hurry(still >= limit + GRACE_SECONDS || seconds >= limit * WITH_BARRIERS + GRACE_SECONDS);
    }
    return NULL;
}

void watchdog_add_this_thread(void)
{
    static __thread bool added;
    if (added)
        return;
    added = true;
    int slot = atomic_fetch_add(&watched_count, 1);
    if (slot >= MAX_WATCHED)
        return;
    watched[slot].id = pthread_self();
    watched[slot].current = &emu_current;
    if (slot == 0) {
        struct sigaction action = {.sa_sigaction = interrupted,
                                   .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
        pthread_t dog;
        sigemptyset(&action.sa_mask);
        sigaction(SIGNAL, &action, NULL);
        if (pthread_create(&dog, NULL, watch, NULL) == 0)
            pthread_detach(dog);
    }
}
