// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sysconf
#include "parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "progress.h"
#include "timer.h"

enum {
    MAX_THREADS = 256,
    BATCHES = 64, // per thread: small enough that all end at about the same time
};

// Starting a thread takes about 20 microseconds: work shorter than this stays on one thread.
static const double alone_seconds = 200e-6;

struct loop {
    void (*body)(void *context, int index);
    void *context;
    int count, batch;
    atomic_llong next; // the first index that no thread has taken yet
};

// Takes the next few indices until none is left. So a slow batch does not delay the other threads.
static bool do_batch(struct loop *loop)
{
    const long long first = atomic_fetch_add(&loop->next, loop->batch);
    for (long long i = first; i < first + loop->batch && i < loop->count; i++)
        loop->body(loop->context, (int)i);
    return first + loop->batch < loop->count;
}

static void *worker(void *loop)
{
    while (do_batch(loop))
        continue;
    return NULL;
}

void parallel_for(int count, void (*body)(void *context, int index), void *context,
                  const char *what)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    cores = cores < 1 ? 1 : cores > MAX_THREADS ? MAX_THREADS : cores;
    struct loop loop = {
        .body = body,
        .context = context,
        .count = count,
        .batch = count / ((int)cores * BATCHES) + 1,
    };

    pthread_t threads[MAX_THREADS];
    int started = 0;
    bool alone = true;
    const double begin = timer_seconds();
    while (do_batch(&loop)) { // this thread works too, and it alone prints
        if (alone && timer_seconds() - begin > alone_seconds) {
            alone = false;
            while (started + 1 < cores &&
                   pthread_create(&threads[started], NULL, worker, &loop) == 0)
                started++;
        }
        if (what)
            progress("%s: %d%%", what, (int)(100 * atomic_load(&loop.next) / count));
    }

    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (what)
        progress_clear();
}
