// SPDX-License-Identifier: MIT
//
// warpgroup.h: for warps of different roles in one block: registers moved from one to the other,
// one lane out of 32, barriers of some of the warps (compute capability 9.0; setmaxnreg: sm_90a).
#ifndef COMMON_PTX_WARPGROUP_H
#define COMMON_PTX_WARPGROUP_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __EMU_GPU__
#include "emu/ptx/warpgroup.h"
#else

#include "function.h"
#include "wgmma.h"

// From now on this warpgroup has this many registers per thread: 24 to 256, a multiple of 8, a
// literal. All four warps call it, in a kernel with __launch_bounds__(threads, 1). _inc takes, and
// waits for, the registers that _dec of another warpgroup releases.
// clang-format off
#define SETMAXNREG_CASES(X) \
    X(24) X(32) X(40) X(48) X(56) X(64) X(72) X(80) X(88) X(96) X(104) X(112) X(120) X(128) \
    X(136) X(144) X(152) X(160) X(168) X(176) X(184) X(192) X(200) X(208) X(216) X(224) X(232) \
    X(240)
// clang-format on
#define SETMAXNREG_INC(n) \
    case n: \
        PTX_SM90A("setmaxnreg.inc.sync.aligned.u32 " #n ";"); \
        break;
#define SETMAXNREG_DEC(n) \
    case n: \
        PTX_SM90A("setmaxnreg.dec.sync.aligned.u32 " #n ";"); \
        break;

PTX_FUNCTION void setmaxnreg_inc(int registers)
{
    switch (registers) {
        SETMAXNREG_CASES(SETMAXNREG_INC)
    }
}

PTX_FUNCTION void setmaxnreg_dec(int registers)
{
    switch (registers) {
        SETMAXNREG_CASES(SETMAXNREG_DEC)
    }
}

// True in one lane of the warp, always the same one; all 32 lanes call it together.
PTX_FUNCTION bool elect_sync(void)
{
    unsigned elected = 0;
    PTX_SM90("{ .reg .pred one; elect.sync _|one, 0xFFFFFFFF; selp.u32 %0, 1, 0, one; }"
             : "=r"(elected));
    return elected != 0;
}

// Barrier number `id` (0 to 15; __syncthreads() is 0) of a number of threads of the block, whole
// warps: named barriers. barrier_arrive() does not wait.
PTX_FUNCTION void barrier_sync(int id, int threads)
{
    asm volatile("barrier.cta.sync.aligned %0, %1;" : : "r"(id), "r"(threads) : "memory");
}

PTX_FUNCTION void barrier_arrive(int id, int threads)
{
    asm volatile("barrier.cta.arrive.aligned %0, %1;" : : "r"(id), "r"(threads) : "memory");
}

#endif
#endif
