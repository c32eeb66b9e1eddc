// SPDX-License-Identifier: MIT
#include "library.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known {
    struct known *next;
    const void *handle;
} * known;

static struct known **find(const void *handle)
{
    struct known **at = &known;
    while (*at && (*at)->handle != handle)
        at = &(*at)->next;
    return at;
}

void library_add_handle(const void *handle)
{
    struct known *added = library_memory(1, sizeof *added);
    pthread_mutex_lock(&lock);
    *added = (struct known){known, handle};
    known = added;
    pthread_mutex_unlock(&lock);
}

void library_drop_handle(const void *handle)
{
    pthread_mutex_lock(&lock);
    struct known **at = find(handle), *dropped = *at;
    if (dropped)
        *at = dropped->next;
    pthread_mutex_unlock(&lock);
    free(dropped);
}

bool library_has_handle(const char *pc, const char *call, const char *status,
                        struct library_maker maker, const void *handle)
{
    pthread_mutex_lock(&lock);
    const bool is_known = handle && *find(handle);
    pthread_mutex_unlock(&lock);
    if (!handle)
        library_refuse(pc, call, status, "the %s is null: did %s succeed?", maker.what, maker.call);
    else if (!is_known)
        library_refuse(pc, call, status,
                       "the %s is not one from %s: the variable was never set, or the %s is "
                       "already destroyed",
                       maker.what, maker.call, maker.what);
    return is_known;
}
