// SPDX-License-Identifier: MIT
//
// memory.h: memory that the simulator cannot do without.
#ifndef EXPECT_MEMORY_H
#define EXPECT_MEMORY_H

#include <stdio.h>
#include <unistd.h>

// p; where there is none, the program ends with a line that says so.
static inline void *must(void *p)
{
    if (!p) {
        fputs("emu: no memory to simulate how long a launch takes\n", stderr);
        _exit(1);
    }
    return p;
}

#endif
