// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // sysconf's names for caches are glibc's own
#include "processor.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef _SC_LEVEL1_DCACHE_SIZE
#define _SC_LEVEL1_DCACHE_SIZE (-1)
#define _SC_LEVEL2_CACHE_SIZE (-1)
#endif

#if defined(__x86_64__)
static const char *const names[] = {"plain", "avx2", "avx512"};
#else
static const char *const names[] = {"neon"};
#endif

static struct cache_sizes sizes;
static enum target chosen;
static pthread_once_t asked = PTHREAD_ONCE_INIT; // asking takes longer than a small product

// What sysconf(name) says, or `otherwise` when it says nothing (a virtual machine may hide it).
static size_t size_or(int name, size_t otherwise)
{
    long size = name < 0 ? 0 : sysconf(name);
    return size > 0 ? (size_t)size : otherwise;
}

static bool has(int target)
{
#if defined(__x86_64__)
    if (target == TARGET_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma");
    if (target == TARGET_AVX2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return target == TARGET_BASE;
}

static bool choose(const char *name)
{
    for (int t = (int)(sizeof names / sizeof *names) - 1; t >= 0; t--) // the widest first
        if ((!name || strcmp(name, names[t]) == 0) && has(t)) {
            chosen = (enum target)t;
            return true;
        }
    return false;
}

static void ask(void)
{
    sizes.l1 = size_or(_SC_LEVEL1_DCACHE_SIZE, 32 << 10);
    sizes.l2 = size_or(_SC_LEVEL2_CACHE_SIZE, 512 << 10);
    if (!choose(getenv("CPU_TARGET")))
        choose(NULL);
}

struct cache_sizes cache_sizes(void)
{
    pthread_once(&asked, ask);
    return sizes;
}

enum target target_chosen(void)
{
    pthread_once(&asked, ask);
    return chosen;
}

const char *target_name(void) { return names[target_chosen()]; }

bool target_choose(const char *name)
{
    pthread_once(&asked, ask);
    return choose(name);
}
