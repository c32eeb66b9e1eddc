// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // sysconf's names for caches are glibc's own
#include "caches.h"

#include <pthread.h>
#include <unistd.h>

#ifndef _SC_LEVEL1_DCACHE_SIZE
#define _SC_LEVEL1_DCACHE_SIZE (-1)
#define _SC_LEVEL2_CACHE_SIZE (-1)
#endif

static struct cache_sizes sizes;
static pthread_once_t sizes_once = PTHREAD_ONCE_INIT;

// What sysconf(name) says, or `otherwise` when it says nothing (a virtual machine may hide it).
static size_t size_or(int name, size_t otherwise)
{
    long size = name < 0 ? 0 : sysconf(name);
    return size > 0 ? (size_t)size : otherwise;
}

static void ask(void)
{
    sizes.l1 = size_or(_SC_LEVEL1_DCACHE_SIZE, 32 << 10);
    sizes.l2 = size_or(_SC_LEVEL2_CACHE_SIZE, 512 << 10);
}

struct cache_sizes cache_sizes(void)
{
    pthread_once(&sizes_once, ask); // asking takes longer than a small product
    return sizes;
}
