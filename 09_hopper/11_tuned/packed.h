// SPDX-License-Identifier: MIT
//
// packed.h: how tuned_tile.h's kernels store C of 16 bits.
//
// When a tile's last product is complete, its sums are packed into half as many registers. Then the
// registers of the sums are free, and the next tile's products begin. During the first k-tiles of
// the next tile, slice after slice of the packed sums is written to shared memory and stored to C.
// A slice takes less time than the products of a k-tile, so the tensor cores do not wait for it.
// 128 sums and 64 packed ones fit into 232 registers. With more sums a thread packs 64 columns at a
// time and stores them at once.

enum { PART_SLICES = (BN + SLICE_COLS_16 - 1) / SLICE_COLS_16, SLICES = PARTS * PART_SLICES };

// The packed sums of a warpgroup's rows of a tile, and the place of that tile.
struct packed {
    uint32_t sums[DEFERRED ? SUMS / 2 : 1];
    int row, col;
    int stored;   // slices stored before these
    bool waiting; // for their store
#ifdef MANY_GPUS
    int untold; // the flag of what was stored last, or -1; and its owners
    int first_owner, last_owner;
    unsigned free; // a bit for each rank whose inbox may be written
    int boxes;     // that were added (tile_scatter.h)
    int sent, due; // slices of these; the k-tile at which the next is sent
#endif
};

// Stores slices `first` to `end` - 1 of those that are waiting.
static __device__ __forceinline__ void store_packed(const struct hopper_params *p,
                                                    struct slices *slices, int barrier,
                                                    struct packed *packed, int first, int end)
{
#pragma unroll
    for (int s = 0; s < SLICES; s++)
        if (s >= first && s < end)
            STORE_SLICE_16(
                p, slices, barrier,
                &packed->sums[s / PART_SLICES * BN / 4 + slice_first_16(s % PART_SLICES, BN) / 4],
                packed->stored++, packed->row + 64 * (s / PART_SLICES),
                packed->col + slice_first_16(s % PART_SLICES, BN));
}

// Stores everything that is still waiting, after `done` slices.
static __device__ __forceinline__ void store_rest(const struct hopper_params *p,
                                                  struct slices *slices, int barrier,
                                                  struct packed *packed, int done)
{
    if (DEFERRED && packed->waiting)
        store_packed(p, slices, barrier, packed, done, SLICES);
    packed->waiting = false;
}

// Packs 64 columns of sums at a time and stores them, by TMA if possible. type_c: a literal, here
// and below.
static __device__ __forceinline__ void store_at_once(const struct hopper_params *p,
                                                     struct slices *slices, int barrier,
                                                     const HOPPER_SUM acc[][BN / 2], int *stored,
                                                     int row, int col, enum hopper_type_c type_c)
{
#pragma unroll
    for (int s = 0; s < SLICES; s++) {
        const int part = s / PART_SLICES, first = slice_first_16(s % PART_SLICES, BN);
        uint32_t sums[SLICE_COLS_16 / 4];
        pack_16(sums, &acc[part][first / 2], SLICE_COLS_16, p->alpha, type_c);
        if (C_BY_TMA(p))
            STORE_SLICE_16(p, slices, barrier, sums, (*stored)++, row + 64 * part, col + first);
        else
            store_rows_16(p, slices->bytes[s % SLICE_BUFFERS], sums, row + 64 * part, col + first);
    }
}

static __device__ __forceinline__ void store_tile_16(const struct hopper_params *p,
                                                     struct slices *slices, int barrier,
                                                     const HOPPER_SUM acc[][BN / 2],
                                                     struct packed *packed, int row, int col,
                                                     enum hopper_type_c type_c)
{
    if (DEFERRED && C_BY_TMA(p)) {
#pragma unroll
        for (int i = 0; i < PARTS; i++)
            pack_16(&packed->sums[i * BN / 4], acc[i], BN, p->alpha, type_c);
        packed->row = row, packed->col = col;
        packed->waiting = true;
        return;
    }
    if (READS_C(p)) {
#pragma unroll
        for (int i = 0; i < PARTS; i++)
            store_sums_as(p, acc[i], BN, type_c, row + 64 * i, col);
    } else {
        store_at_once(p, slices, barrier, acc, &packed->stored, row, col, type_c);
    }
    // Nothing waits here: otherwise ptxas would keep registers for it next to these sums.
#pragma unroll
    for (int i = 0; i < (int)(sizeof packed->sums / sizeof *packed->sums); i++)
        packed->sums[i] = 0;
}
