// SPDX-License-Identifier: MIT
//
// thread.c: what a worker knows about the thread that it runs now.
#include "thread.h"
#include "types.h"

__thread struct thread *emu_current;
__thread struct quick *emu_quick;
__thread struct uint3 threadIdx, blockIdx;
__thread struct dim3 blockDim, gridDim;
__thread long long emu_writes;
