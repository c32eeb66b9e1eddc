// SPDX-License-Identifier: MIT
//
// shared_load_128.h: loads of 128 bits per lane from shared memory. See shared_load.h for the
// rules.
#ifndef BENCH_SHARED_LOAD_128_H
#define BENCH_SHARED_LOAD_128_H

#include "harness.h"
#include "shared_load.h"

// 9 stores fill the tile.
DEFINE_LOAD(load_128, float4, 288, make_float4((float)i, (float)(i + 1), (float)(i + 2), 1),
            got.x + 2 * got.y + 3 * got.z + got.w)

// Each quarter of the warp uses all 32 banks.
// predicted: shared_load 8/32/0, shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_contiguous, load_128(out, lane(), true))

// predicted: shared_load 8/32/0, shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_reversed, load_128(out, 31 - lane(), true))

// predicted: shared_load 8/64/32, shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_stride_2, load_128(out, 2 * lane(), true))

// predicted: shared_load 8/32/0, shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_stride_3, load_128(out, 3 * lane(), true))

// predicted: shared_load 8/128/96, shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_stride_4, load_128(out, 4 * lane(), true))

// One group of 4 banks.
// predicted: shared_load 8/256/224, shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_stride_8, load_128(out, 8 * lane(), true))

// All quarters load the same 8 groups of words.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_quarters_same, load_128(out, lane() % 8, true))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_halves_same, load_128(out, lane() % 16, true))

// Lanes 2i and 2i + 1 load the same.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_pairs, load_128(out, lane() / 2, true))

// Lanes i and i ^ 2 load the same.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_pairs_by_2, load_128(out, lane() % 2 + lane() / 4 * 2, true))

// Lanes i and i ^ 4 load the same.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_pairs_by_4, load_128(out, lane() % 4 + lane() / 8 * 4, true))

// Lanes i and i ^ 8 load the same: one quarter and the next.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_pairs_by_8, load_128(out, lane() % 8 + lane() / 16 * 8, true))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_fours, load_128(out, lane() / 4, true))

// One group of words per quarter.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_eights, load_128(out, lane() / 8, true))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_broadcast, load_128(out, 5, true))

// Three quarters of the warp are inactive.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_first_quarter, load_128(out, lane(), lane() < 8))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_first_12, load_128(out, lane(), lane() < 12))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_first_20, load_128(out, lane(), lane() < 20))

// 4 lanes of each quarter.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_even_lanes, load_128(out, lane(), lane() % 2 == 0))

// 4 lanes of each quarter; two quarters use the 32 banks.
// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_even_lanes_packed, load_128(out, lane() / 2, lane() % 2 == 0))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_half_of_each_quarter, load_128(out, lane(), lane() % 8 < 4))

// predicted: shared_store 18/72/0
WARP_KERNEL_OUT(shared_load_128_one_lane, load_128(out, lane(), lane() == 9))

#endif
