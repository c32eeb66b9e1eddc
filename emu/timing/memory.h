// SPDX-License-Identifier: MIT
//
// memory.h: memory allocation that ends the program if it fails.
#ifndef EXPECT_MEMORY_H
#define EXPECT_MEMORY_H

#include <stdio.h>
#include <unistd.h>

// Returns p. If p is NULL, prints a message and ends the program.
static inline void *must(void *p)
{
    if (!p) {
        fputs("emu: no memory to simulate how long a launch takes\n", stderr);
        _exit(1);
    }
    return p;
}

#endif
