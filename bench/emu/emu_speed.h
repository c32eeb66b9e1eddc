// SPDX-License-Identifier: MIT
#ifndef EMU_SPEED_H
#define EMU_SPEED_H

#ifdef __cplusplus
extern "C" {
#endif

// Each warp of `blocks` blocks of 4 warps does `rounds` mma.m16n8k16 of f16 with sums in f32, and
// nothing else; d_out has room for 4 floats of each thread.
enum { MMA_THREADS = 128, MMA_PRODUCTS = 16 * 8 * 16 };
void emu_speed_mma(int blocks, int rounds, float *d_out);

#ifdef __cplusplus
}
#endif
#endif
