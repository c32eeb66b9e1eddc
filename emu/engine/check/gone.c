// SPDX-License-Identifier: MIT
//
// gone.c: remembers which handles the program has destroyed. CUDA does not check them: such a call
// may crash, or use another object at the same address.
#include "check.h"
#include "../base/base.h"
#include "../report/report.h"

#include <pthread.h>

// By their addresses. A handle takes the place of an older one with the same remainder, whose use
// is then not found.
enum { PLACES = 4096 };
static struct gone {
    const void *handle; // NULL: none
    const char *pc;     // of the call that destroyed it
} gone[PLACES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct gone *place_of(const void *handle)
{
    return &gone[((uintptr_t)handle >> 4) % PLACES];
}

void gone_add(const void *handle, const char *pc)
{
    pthread_mutex_lock(&lock);
    *place_of(handle) = (struct gone){handle, pc};
    pthread_mutex_unlock(&lock);
}

void gone_remove(const void *handle)
{
    pthread_mutex_lock(&lock);
    if (place_of(handle)->handle == handle)
        place_of(handle)->handle = NULL;
    pthread_mutex_unlock(&lock);
}

bool gone_is_used(const void *handle, const char *what, const char *call, const char *pc)
{
    pthread_mutex_lock(&lock);
    const struct gone found = *place_of(handle);
    pthread_mutex_unlock(&lock);
    if (!handle || found.handle != handle)
        return false;
    const struct other_access other = {.what = "destroyed", .pc = found.pc, .detail = OTHER_PLACE};
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_FREE,
                            .pc = pc,
                            .other = &other,
                            .cure = "destroy it once, after the last call that uses it"},
        "%s: the %s was destroyed before", call, what);
    return true;
}
