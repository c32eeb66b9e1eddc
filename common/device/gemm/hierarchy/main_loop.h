// SPDX-License-Identifier: MIT
//
// main_loop.h: the kernel of 08/8_tuned and later. It has no include guard: for each configuration,
// define these macros and include the file again.
//
//     KERNEL                its name
//     WARPS_M, WARPS_N      warps of a block, down and across
//     MMAS_M, MMAS_N        instructions of a warp's tile, down and across
//     STAGES                tiles of A and of B in shared memory: at least 3
//     BLOCKS_PER_SM         for how many blocks the registers of an SM must suffice
//
// and once, for all configurations, in the including file:
//
//     TRANS_A, TRANS_B      A is k x m, B is n x k
//     WAY                   how A and B are copied (predicated_copy.h)
//     BF16                  they are bf16
//     WORK                  the work's parameters, and its functions (segment.h)
//
// A block computes one segment after another (a tile of C, or part of one), and its copies run
// ahead: at the end of K they begin with the next segment. So while a block stores a tile, the
// first stages of the next tile are in flight.

__global__ void __launch_bounds__(WARPS_M *WARPS_N * 32, BLOCKS_PER_SM) KERNEL(WORK work)
{
    enum { BK = PLAN_BK, WM = MMAS_M * MMA_M, WN = MMAS_N * MMA_N };
    enum { BM = WARPS_M * WM, BN = WARPS_N * WN, THREADS = WARPS_M * WARPS_N * 32 };
    enum { A_TILE = BM * BK, B_TILE = BK * BN, SLICES = BK / MMA_K };
    // Copies are spread over the slices. All asynchronous copies have started before the last
    // slice, where the block waits for older copies. Staged copies need the registers in which
    // asynchronous kernels keep the fragments of the next slice.
    enum { ASYNC = WAY == COPY_ASYNC, PARTS = ASYNC ? SLICES - 1 : SLICES, SETS = ASYNC ? 2 : 1 };
    const struct copy_tiles tiles = {WAY, BM, BN, BK, THREADS, TRANS_A, TRANS_B};
    const struct tile_layout a_tile = TRANS_A ? swizzled_tile(BK, BM) : swizzled_tile(BM, BK);
    const struct tile_layout b_tile = TRANS_B ? swizzled_tile(BN, BK) : swizzled_tile(BK, BN);
    extern __shared__ __align__(128) uint16_t tuned_stages[];
    uint16_t *const As = tuned_stages, *const Bs = As + STAGES * A_TILE; // STAGES tiles of each
    float *const rows = (float *)(Bs + STAGES * B_TILE) + threadIdx.x / 32 * epilogue_floats(WN);
    const int warp = (int)threadIdx.x / 32;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the block's tile

    struct segment segment_next;
    struct producer next;
    struct staged_pairs pairs;
    producer_begin(&next, &work, &segment_next, tiles);
    for (int s = 0; s < STAGES - 1; s++) {
#pragma unroll
        for (int part = 0; part < SLICES; part++) {
            stream_load(&next.stream, As + s * A_TILE, Bs + s * B_TILE, part, SLICES, &pairs);
            stream_store(&next.stream, As + s * A_TILE, Bs + s * B_TILE, part, SLICES, &pairs);
        }
        if (ASYNC)
            cp_async_commit_group();
        producer_next(&next, &work);
    }
    if (ASYNC)
        cp_async_wait_group(STAGES - 2);
    __syncthreads(); // the first tiles are complete

    uint32_t a_frag[SETS][MMAS_M][4], b_frag[SETS][MMAS_N][2]; // of this slice, and of the next
    int stage = 0, stage_next = STAGES - 1; // of the slice to be loaded, and of the copies
    load_a_in(a_frag[0], MMAS_M, As, a_tile, warp_row, 0, TRANS_A);
    load_b(b_frag[0], MMAS_N, Bs, b_tile, warp_col, 0, TRANS_B);
    for (struct span at = work_first(&work); work_has(&work, &at); at = work_next(&work, &at)) {
        const struct segment segment = work_segment(&work, &at, tiles); // its range of K
        float acc[MMAS_M * MMAS_N][4] = {{0}};
#pragma unroll 1
        for (int k_tile = segment.begin; k_tile < segment.end; k_tile++) {
            uint16_t *const a_next = As + stage_next * A_TILE, *const b_next =
                                                                   Bs + stage_next * B_TILE;
#pragma unroll
            for (int slice = 0; slice < SLICES; slice++) {
                const int now = slice % SETS, then = (slice + 1) % SETS;
                const int k_then = (slice + 1) % SLICES * MMA_K;
                stream_load(&next.stream, a_next, b_next, slice, PARTS, &pairs);
                if (ASYNC && slice == PARTS - 1)
                    cp_async_commit_group();
                if (!ASYNC)
                    multiply(acc, MMAS_M, MMAS_N, a_frag[now], b_frag[now],
                             BF16 ? MMA_BF16 : MMA_F16, true);
                if (slice == SLICES - 1) {
                    if (ASYNC)
                        cp_async_wait_group(STAGES - 2);
                    __syncthreads(); // the next tiles are complete, and these are free
                    stage_next = stage;
                    stage = stage + 1 == STAGES ? 0 : stage + 1;
                }
                load_a_in(a_frag[then], MMAS_M, As + stage * A_TILE, a_tile, warp_row, k_then,
                          TRANS_A);
                load_b(b_frag[then], MMAS_N, Bs + stage * B_TILE, b_tile, warp_col, k_then,
                       TRANS_B);
                if (ASYNC)
                    multiply(acc, MMAS_M, MMAS_N, a_frag[now], b_frag[now],
                             BF16 ? MMA_BF16 : MMA_F16, true);
                stream_store(&next.stream, a_next, b_next, slice, PARTS, &pairs);
            }
            producer_next(&next, &work);
        }
        struct segment mine = work_segment(&work, &at, tiles); // again: saves registers in the loop
        mine.row += warp_row, mine.col += warp_col;
        work_store(&work, &at, &mine, rows, acc, MMAS_M, MMAS_N, WARPS_M * WARPS_N);
    }
    if (ASYNC)
        cp_async_wait_all(); // for the copies that ran ahead of the last tile
}

#undef KERNEL
#undef WARPS_M
#undef WARPS_N
#undef MMAS_M
#undef MMAS_N
#undef STAGES
#undef BLOCKS_PER_SM
