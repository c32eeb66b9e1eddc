// SPDX-License-Identifier: MIT
//
// waves.h: what happens when a grid has more blocks than a GPU can hold.
//
// An SM holds as many blocks as its registers, shared memory and thread slots allow: its occupancy
// in blocks. All SMs together have `slots` places; a grid of more blocks runs in waves, and in the
// last one some places stay empty. Counted as if all blocks took equally long and each wave began
// when the one before it was over: a formula, not a measurement. A GPU fills a place as soon as it
// is free, and blocks that share an SM with fewer others run faster.
#ifndef COMMON_WAVES_H
#define COMMON_WAVES_H

#ifdef __cplusplus
extern "C" {
#endif

// blocks and slots > 0.
static inline long long waves_needed(long long blocks, long long slots)
{
    return (blocks + slots - 1) / slots;
}

// Share of all places in all waves that no block fills: 0 for whole waves, close to 1/2 for one
// block more than a wave.
static inline double waves_idle_share(long long blocks, long long slots)
{
    return 1 - (double)blocks / (double)(waves_needed(blocks, slots) * slots);
}

#ifdef __cplusplus
}
#endif
#endif
