// SPDX-License-Identifier: MIT
//
// promoted.h: tuned_tile.h's multiply() for sums that are promoted: those of each k-tile, 128 of k
// of fp8 or 32 of tf32, are added to float32 sums.
//
// wgmma keeps 14 bits of an fp8 sum, and truncates a tf32 sum. So a k-tile's sums, 64 rows at a
// time, begin at zero and are added by ordinary multiply-adds to those of all earlier k-tiles:
// multiplied by the scales, if there are any, which are constant for 128 of k. The two sets of sums
// need 64 registers (64 x 128) and 128 (128 x 128). While one warpgroup adds, the other multiplies.
// (Starting them apart on purpose, by a named barrier, is slower.)
static_assert((int)BN == (int)SCALE_BLOCK, "a tile has one scale of B for 128 of k");

// The scales of this thread's rows in the 64 rows from `row` on, for the stage's k-tile.
static __device__ __forceinline__ float2 scales_of(const float *a_scales, int row, float b_scale)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    const float *const mine = &a_scales[row + thread / 32 * 16 + thread % 32 / 4];
    return make_float2(mine[0] * b_scale, mine[8] * b_scale);
}

static __device__ __forceinline__ void promote(float acc[BN / 2], const float part[BN / 2],
                                               float2 scale)
{
#pragma unroll
    for (int i = 0; i < BN / 2; i++)
        acc[i] = SCALED ? fmaf(i % 4 < 2 ? scale.x : scale.y, part[i], acc[i]) : acc[i] + part[i];
}

// A warpgroup computes the rows of each tile from `first` on.
static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int consumer,
                                                struct walk w)
{
    const uint64_t b = tile_descriptor(ring->stages[0].B, b_tile, 0);
    const int first = consumer * ROWS;
    struct ring_place at = {0, 0};
    for (; w.tile < p->tiles_m * p->tiles_n; w.tile += w.step) {
        const struct tile_place c = tile_of(p, &w);
        // Blocks beyond C's last columns read scales that are not theirs.
        const int block = smaller(c.col, ceil_div(p->n, SCALE_BLOCK) - 1);
        const float *const b_scales =
            SCALED ? p->b_scales + row_major(block, 0, scales_ld(p->k_tiles)) : NULL;
        float acc[PARTS][BN / 2], part[BN / 2];
#pragma unroll
        for (int i = 0; i < PARTS * BN / 2; i++)
            acc[i / (BN / 2)][i % (BN / 2)] = 0;
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            const uint64_t on = (uint64_t)at.stage * (sizeof(struct stage) / 16);
            const float b_scale = SCALED ? b_scales[k_tile] : 1;
            mbarrier_wait_parity(&ring->full[at.stage], at.parity);
#pragma unroll
            for (int i = 0; i < PARTS; i++) {
                const int row = first + 64 * i;
                wgmma_fence();
                multiply_at(part, tile_descriptor(ring->stages[0].A, a_tile, row) + on, a_tile,
                            b + on, b_tile, false);
                wgmma_commit_group();
                const float2 scale =
                    SCALED ? scales_of(ring->a_scales[at.stage], row, b_scale) : make_float2(1, 1);
                wgmma_wait_group(0);
                if (i == PARTS - 1) {
                    __syncwarp(); // all lanes have read their scales
                    release(&ring->empty[at.stage]);
                }
                promote(acc[i], part, scale);
            }
            ring_next(&at, STAGES);
        }
        store_tile(p, ring, acc, consumer, c.row * BM + first, c.col * BN, c_type(b_tile.type));
    }
}
