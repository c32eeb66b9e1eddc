// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sysconf
#include "parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "progress.h"

enum { MAX_THREADS = 256 };

struct loop {
    void (*body)(void *context, int index);
    void *context;
    int count;
    atomic_int next; // the first index that nobody has taken yet
};

// Takes the next index until none is left, so that a slow iteration holds up nobody else.
static bool step_loop(struct loop *loop)
{
    const int index = atomic_fetch_add(&loop->next, 1);
    if (index >= loop->count)
        return false;
    loop->body(loop->context, index);
    return true;
}

static void *worker(void *loop)
{
    while (step_loop(loop))
        continue;
    return NULL;
}

void parallel_for(int count, void (*body)(void *context, int index), void *context,
                  const char *what)
{
    struct loop loop = {.body = body, .context = context, .count = count};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores > MAX_THREADS)
        cores = MAX_THREADS;

    pthread_t threads[MAX_THREADS];
    int started = 0;
    while (started + 1 < cores && started + 1 < count &&
           pthread_create(&threads[started], NULL, worker, &loop) == 0)
        started++;

    while (step_loop(&loop)) // this thread works too, and it alone speaks
        if (what) {
            const int taken = atomic_load(&loop.next);
            progress("%s: %d%%", what, (int)(100.0 * (taken < count ? taken : count) / count));
        }

    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (what)
        progress_clear();
}
