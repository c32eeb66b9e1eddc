// SPDX-License-Identifier: MIT
//
// thread.c: thread-local state of a worker: the thread it runs now, and that thread's built-in
// variables.
#include "thread.h"
#include "types.h"

__thread struct thread *emu_current;
__thread struct quick *emu_quick;
__thread struct uint3 threadIdx, blockIdx;
__thread struct dim3 blockDim, gridDim;
__thread long long emu_writes;
