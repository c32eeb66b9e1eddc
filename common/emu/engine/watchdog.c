// SPDX-License-Identifier: MIT
//
// watchdog.c: kernels that never end.
//
// Once a second a watchdog looks round. A thread that computes without touching memory never calls
// the engine: a signal interrupts it where it is. Where threads do load, store and pass barriers,
// but no block has ended for a long time, the launch is marked overdue and ends at its next barrier
// or poll (EMU_TIMEOUT=seconds sets how long, 0: for ever).
#include "check.h"
#include "report.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

enum { PATIENCE_SECONDS = 5, TIMEOUT_SECONDS = 20, MAX_WATCHED = 256, SIGNAL = SIGURG };

extern const char __executable_start[], etext[]; // the linker's: where the program's code lies

static struct {
    pthread_t id;
    struct thread *const volatile *current; // the worker's emu_current
    const struct thread *seen;
    long long steps;
    int seconds;
} watched[MAX_WATCHED];
static atomic_int watched_count;

static void interrupted(int signal, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    const char *pc = (const char *)at->uc_mcontext.gregs[REG_RIP];
    (void)signal;
    (void)info;
    // In the C library (a printf that nobody reads, say) it is not the kernel's fault.
    if (emu_current && pc >= __executable_start && pc < etext)
        report_and_stop(cudaErrorLaunchTimeout, pc, NULL,
                        "does the loop's condition ever become false, for every thread's index?",
                        "endless loop: the thread computes for %d seconds without touching memory",
                        PATIENCE_SECONDS);
}

static struct launch *_Atomic running; // the launch that is under way
static atomic_uint_fast64_t ended;     // blocks ended since the program began

void watchdog_launch(struct launch *launch) { running = launch; }
void watchdog_block_ended(void) { ended++; }

static void check_launch(long limit)
{
    static const struct launch *seen;
    static uint64_t seen_ended;
    static long seconds;
    struct launch *now = running;
    bool same = now && now == seen && ended == seen_ended;
    seconds = same ? seconds + 1 : 0;
    seen = now;
    seen_ended = ended;
    if (limit > 0 && seconds >= limit && now)
        now->overdue = true; // `now` is static memory, also when the launch has just ended
}

void watchdog_overdue(const char *pc)
{
    report_and_stop(
        cudaErrorLaunchTimeout, pc, NULL,
        "does every loop come to its end? (EMU_TIMEOUT=seconds allows more time, 0 any)",
        "endless loop? no block of the kernel has ended for a long time");
}

static void *watch(void *unused)
{
    (void)unused;
    const char *text = getenv("EMU_TIMEOUT");
    long limit = text ? strtol(text, NULL, 10) : TIMEOUT_SECONDS;
    for (;;) {
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
        check_launch(limit);
        for (int i = 0; i < watched_count && i < MAX_WATCHED; i++) {
            if (!watched[i].current)
                continue;
            const struct thread *now = *watched[i].current;
            bool same = now && now == watched[i].seen && now->steps == watched[i].steps;
            watched[i].seconds = same ? watched[i].seconds + 1 : 0;
            watched[i].seen = now;
            watched[i].steps = now ? now->steps : 0;
            if (watched[i].seconds >= PATIENCE_SECONDS) {
                watched[i].seconds = 0;
                pthread_kill(watched[i].id, SIGNAL);
            }
        }
    }
    return NULL;
}

void watchdog_add_this_thread(void)
{
    static __thread bool added;
    if (added || !check_is_on())
        return;
    added = true;
    int slot = atomic_fetch_add(&watched_count, 1);
    if (slot >= MAX_WATCHED)
        return;
    watched[slot].id = pthread_self();
    watched[slot].current = &emu_current;
    if (slot == 0) {
        struct sigaction action = {.sa_sigaction = interrupted,
                                   .sa_flags = SA_SIGINFO | SA_NODEFER};
        pthread_t dog;
        sigemptyset(&action.sa_mask);
        sigaction(SIGNAL, &action, NULL);
        if (pthread_create(&dog, NULL, watch, NULL) == 0)
            pthread_detach(dog);
    }
}
