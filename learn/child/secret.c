// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "secret.h"

#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static struct secret *pages;

static void protect(int protection)
{
    if (pages && mprotect(pages, sizeof *pages, protection) != 0) {
        fputs("learn: the order cannot be hidden\n", stderr);
        _exit(3);
    }
}

struct secret *secret(void)
{
    if (!pages) {
        pages =
            mmap(NULL, sizeof *pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) {
            fputs("learn: out of memory\n", stderr);
            _exit(3);
        }
    }
    return pages;
}

void secret_hide(void) { protect(PROT_NONE); }

void secret_show(void) { protect(PROT_READ | PROT_WRITE); }
