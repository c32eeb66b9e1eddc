// SPDX-License-Identifier: MIT
//
// cache.h: a simulated L1 cache, which sees every load and store of one C file.
//
// The file is compiled with CACHE_CFLAGS (mk/learn.mk): -fsanitize=thread makes the compiler call a
// function before each access to memory that is no plain local variable. Those functions are
// cache_callouts.c; libtsan is not linked. What is linked beside the file is not seen, so the
// counts are those of the file alone. One thread.
#ifndef LEARN_CACHE_H
#define LEARN_CACHE_H

#include <stddef.h>

// Arguments of gcc. -O1 and no vectors: what the source says is what is counted, and gcc 11 to 14
// agree. memcpy() and its kin are no loads and stores to the compiler: they are renamed.
#define CACHE_CFLAGS \
    "-O1", "-g", "-fsanitize=thread", "-fno-tree-vectorize", "-fno-tree-loop-distribute-patterns", \
        "-U_FORTIFY_SOURCE", "-Dmemcpy=cache_memcpy", "-Dmemmove=cache_memmove", \
        "-Dmemset=cache_memset"

// What most processors have: 32 KiB, lines of 64 bytes, each of which may stand in 8 places; who
// has not been used for longest makes room.
enum { CACHE_BYTES = 32 << 10, CACHE_LINE = 64, CACHE_WAYS = 8 };
enum { CACHE_SETS = CACHE_BYTES / CACHE_LINE / CACHE_WAYS };

struct cache_counts {
    long long accesses, misses; // loads and stores; lines that were not there
};

// Empties the cache, and counts from zero on.
void cache_start(void);

// Counts no more. What was counted since cache_start().
struct cache_counts cache_stop(void);

// One load or store of `bytes` at that address.
void cache_access(const void *address, size_t bytes);

#endif
