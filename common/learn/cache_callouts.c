// SPDX-License-Identifier: MIT
//
// cache_callouts.c: what a C file compiled with CACHE_CFLAGS calls before its loads and stores.
//
// The names are the compiler's. memcpy(), memset() and memmove() are no loads and stores to it, so
// CACHE_CFLAGS renames them to those below.
#include <string.h>

#include "cache.h"

#define CALLOUTS(N) \
    void __tsan_read##N(void *p) { cache_access(p, N); } \
    void __tsan_write##N(void *p) { cache_access(p, N); } \
    void __tsan_unaligned_read##N(void *p) { cache_access(p, N); } \
    void __tsan_unaligned_write##N(void *p) { cache_access(p, N); } \
    void __tsan_volatile_read##N(void *p) { cache_access(p, N); } \
    void __tsan_volatile_write##N(void *p) { cache_access(p, N); }

CALLOUTS(1)
CALLOUTS(2)
CALLOUTS(4)
CALLOUTS(8)
CALLOUTS(16)

// A structure or vector of any other size; by memcpy() and its kin: float by float.
static void access_range(const void *p, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof(float))
        cache_access((const char *)p + at, bytes - at < sizeof(float) ? bytes - at : sizeof(float));
}

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_read_range(void *p, size_t bytes) { access_range(p, bytes); }
void __tsan_write_range(void *p, size_t bytes) { access_range(p, bytes); }

void *cache_memmove(void *to, const void *from, size_t bytes)
{
    access_range(from, bytes);
    access_range(to, bytes);
    return memmove(to, from, bytes);
}

void *cache_memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    return cache_memmove(to, from, bytes);
}

void *cache_memset(void *to, int value, size_t bytes)
{
    access_range(to, bytes);
    return memset(to, value, bytes);
}
