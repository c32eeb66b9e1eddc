// SPDX-License-Identifier: MIT
#include "sealed.h"
#include "base.h"

#include <pthread.h>
#include <sys/mman.h>

#include "emu_api.h"

union sealed sealed __attribute__((aligned(SEALED_PAGE)));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opened;

static void protect(int protection)
{
    if (mprotect(&sealed, sizeof sealed, protection) != 0)
        fatal("the counters cannot be sealed");
    for (int i = 0; i < sealed.range_count; i++)
        if (mprotect(sealed.ranges[i].start, sealed.ranges[i].size, protection) != 0)
            fatal("the counters cannot be sealed");
}

void sealed_open(void)
{
    if (!sealed.is_on)
        return;
    pthread_mutex_lock(&lock);
    if (opened++ == 0)
        protect(PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&lock);
}

void sealed_close(void)
{
    if (!sealed.is_on)
        return;
    pthread_mutex_lock(&lock);
    if (--opened == 0)
        protect(PROT_READ);
    pthread_mutex_unlock(&lock);
}

void *sealed_allocate(size_t size)
{
    const size_t whole = (size + SEALED_PAGE - 1) / SEALED_PAGE * SEALED_PAGE;
    void *start = NULL;
    pthread_mutex_lock(&lock);
    if (sealed.range_count < SEALED_RANGES) {
        start = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (start == MAP_FAILED)
            start = NULL;
        else
            sealed.ranges[sealed.range_count++] = (struct sealed_range){start, whole};
    }
    pthread_mutex_unlock(&lock);
    return start;
}

void emu_seal(void)
{
    engine_init();
    if (!sealed.is_on) {
        sealed.is_on = true;
        protect(PROT_READ);
    }
}
