// SPDX-License-Identifier: MIT
#include "past.h"
#include "check.h"
#include "../memory/memory.h"

#include <stdlib.h>

const char STREAM_OF_THREAD[] = "";

enum { STAMPS = 1 << 16, MOST_ENDED = 16 * MAX_UNORDERED };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct past *_Atomic by_stamp[STAMPS];
static struct past *ended; // newest first
static int ended_count, live_count;

struct past *past_of(uint16_t stamp)
{
    return atomic_load_explicit(&by_stamp[stamp], memory_order_relaxed);
}

bool past_is_live(uint16_t stamp)
{
    const struct past *p = past_of(stamp);
    return p && !p->has_ended;
}

void past_begin(struct launch *launch)
{
    struct past *p = calloc(1, sizeof *p);
    if (!p)
        fatal("no memory for a launch");
    const struct dim3 grid = launch->grid; // a sample runs blocks of any number
    p->blocks = (uint64_t)grid.x * grid.y * grid.z;
    p->releases = check_is_on() ? calloc(p->blocks, sizeof *p->releases) : NULL;
    p->threads = launch->threads_per_block;
    p->device = launch->device;
    p->grid = launch->grid;
    p->block = launch->block;
    p->kernel = launch->kernel;
    p->is_library = launch->is_library;
    launch->past = p;
    pthread_mutex_lock(&lock);
    live_count++;
    pthread_mutex_unlock(&lock);
}

void past_new_stamp(struct launch *launch)
{
    launch->past->many_stamps = launch->past->stamp != 0;
    if (!launch->past->many_stamps)
        launch->past->stamp = launch->stamp;
    by_stamp[launch->stamp] = launch->past;
}

static void forget(struct past *p)
{
    if (by_stamp[p->stamp] == p)
        by_stamp[p->stamp] = NULL;
    for (int i = 0; p->many_stamps && i < STAMPS; i++)
        if (by_stamp[i] == p)
            by_stamp[i] = NULL;
    order_forget(p);
    free(p);
}

static void forget_from(struct past **at)
{
    while (*at) {
        struct past *p = *at;
        *at = p->next;
        ended_count--;
        forget(p);
    }
}

void past_end(struct launch *launch)
{
    struct past *p = launch->past, **at = &ended;
    launch->past = NULL;
    pthread_mutex_lock(&lock);
    live_count--;
    p->has_ended = true;
    if (!p->any_release) {
        free(p->releases);
        p->releases = NULL;
    }
    p->next = ended;
    ended = p;
    if (++ended_count > MOST_ENDED) {
        for (int i = 0; i < MOST_ENDED / 2; i++)
            at = &(*at)->next;
        forget_from(at);
    }
    pthread_mutex_unlock(&lock);
}

static bool is_beside(const struct launch *launch, uint16_t stamp)
{
    for (int i = 0; i < launch->unordered_count; i++)
        if (launch->unordered[i] == stamp)
            return true;
    return false;
}

void past_publish(const struct launch *launch, int distance, uint32_t time)
{
    if (atomic_exchange(&launch->past->has_published[distance], true))
        return;
    pthread_mutex_lock(&lock);
    for (struct past *p = ended; p; p = p->next)
        if (p->published[distance] == 0 && !is_beside(launch, p->stamp))
            p->published[distance] = time;
    pthread_mutex_unlock(&lock);
}

void past_host_waited(bool (*is_unfinished)(uint16_t stamp))
{
    pthread_mutex_lock(&lock);
    if (live_count == 0) {
        for (struct past **at = &ended; *at;) {
            struct past *p = *at;
            if (is_unfinished(p->stamp)) {
                at = &p->next;
                continue;
            }
            *at = p->next;
            ended_count--;
            forget(p);
        }
    } else {
        const uint32_t time = order_time();
        for (struct past *p = ended; p; p = p->next)
            if (p->published[BY_HOST] == 0 && !is_unfinished(p->stamp))
                p->published[BY_HOST] = time;
    }
    pthread_mutex_unlock(&lock);
}
