// SPDX-License-Identifier: MIT
//
// tiled.h: the steps of chapter 03. A block computes one tile of C after the other.
#ifndef TILED_H
#define TILED_H

#include "../common/step/step.h"

// A block has TILED_BLOCK x TILED_BLOCK threads; a tile of C has as many elements.
enum { TILED_BLOCK = 16 };

// The grid of 1_tile_loop, whatever the matrix, unless C has fewer tiles: 8 blocks for each of the
// 132 SMs of an H200.
enum { TILED_GRID_X = 8, TILED_GRID_Y = 132 };

#ifdef __cplusplus
extern "C" {
#endif

sgemm_nn_fn tiled_tile_loop, tiled_wave_grid;

// The same kernels in a grid of the caller's choice. Any grid that can be launched computes any C:
// grid_x from 1 to 2^30, grid_y from 1 to 65535; blocks from 1 to 2^30, panel (order.h) >= 1.
void tiled_tile_loop_in(int grid_x, int grid_y, int m, int n, int k, float alpha, const float *A,
                        int lda, const float *B, int ldb, float beta, float *C, int ldc);
void tiled_wave_grid_in(int blocks, int panel, int m, int n, int k, float alpha, const float *A,
                        int lda, const float *B, int ldb, float beta, float *C, int ldc);

// The blocks of 2_wave_grid that the current device runs at a time: SMs x occupancy. Asks the
// runtime once for each device.
int tiled_places(void);

// How 2_wave_grid computes a C of `tiles` tiles: its blocks, and the height of its panels in tiles.
int tiled_wave_blocks(long long tiles);
int tiled_wave_panel(void);

// What the emulated GPU will count (predict.c).
struct counts tiled_predict_tile_loop(const struct gemm_problem *p);
struct counts tiled_predict_wave_grid(const struct gemm_problem *p);

// The experiments --waves and --grids.
int tiled_waves(const struct gemm_problem *p, const struct setup *setup);
int tiled_grids(const struct gemm_problem *p, const struct setup *setup);

extern const struct chapter chapter_03_tiled;

#ifdef __cplusplus
}
#endif
#endif
