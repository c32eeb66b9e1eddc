// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "secret.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

// The learner's code can write to this table. It gains nothing: pages that it takes out while they
// are hidden stay hidden, and the process ends when it needs them.
enum { MOST = 8 };
static struct range {
    void *start; // NULL: free
    size_t size;
} ranges[MOST];

static void need_pages(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "learn: %s\n", what);
    _exit(3);
}

static void protect(int protection)
{
    for (int i = 0; i < MOST; i++)
        need_pages(!ranges[i].start || mprotect(ranges[i].start, ranges[i].size, protection) == 0,
                   "the order cannot be hidden");
}

void *secret_allocate(size_t size)
{
    for (int i = 0; i < MOST; i++)
        if (!ranges[i].start) {
            void *const start =
                mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            need_pages(start != MAP_FAILED, "out of memory");
            ranges[i] = (struct range){start, size};
            return start;
        }
    need_pages(false, "out of memory");
    return NULL;
}

void secret_free(void *start)
{
    for (int i = 0; start && i < MOST; i++)
        if (ranges[i].start == start) {
            munmap(start, ranges[i].size);
            ranges[i].start = NULL;
        }
}

struct secret *secret(void)
{
    static struct secret *pages;
    if (!pages)
        pages = secret_allocate(sizeof *pages);
    return pages;
}

void secret_hide(void) { protect(PROT_NONE); }

void secret_show(void) { protect(PROT_READ | PROT_WRITE); }
