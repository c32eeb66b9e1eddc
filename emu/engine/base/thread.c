// SPDX-License-Identifier: MIT
//
// thread.c: thread-local state of a worker: the thread it runs now, and that thread's built-in
// variables.
#include "thread.h"
#include "types.h"

#include <stdlib.h>

const char emu_engine = 0;
extern const char emu_own_engine __attribute__((alias("emu_engine")));

__thread struct thread *emu_current;
__thread struct quick *emu_quick;
struct quick *host_quick;
__thread struct uint3 threadIdx, blockIdx;
__thread struct dim3 blockDim, gridDim;
__thread long long emu_writes;

void *worker_buffer(void *old, size_t size)
{
    void *buffer = old ? old : calloc(1, size);
    if (!buffer)
        fatal("no memory for a worker");
    return buffer;
}
