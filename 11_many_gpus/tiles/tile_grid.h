// SPDX-License-Identifier: MIT
//
// tile_grid.h: where a k-tile of A or B is, if both consist of parts along k that arrive one after
// another. Part of tuned_tile.h's kernel.

// k_tile / x->k_tiles. A division would take the thread that loads longer than the products of a
// k-tile take: the time of the kernel doubled.
static __device__ __forceinline__ int part_of(const struct tiles_parts *x, int k_tile)
{
    return (int)__umulhi((unsigned)k_tile, x->inverse);
}

static __device__ __forceinline__ struct k_place k_place_of_a(const struct hopper_params *p,
                                                              struct rows_of_a a, int k_tile)
{
    const struct tiles_params *const all = many(p);
    if (!ON_GRID)
        return (struct k_place){a.map, k_tile};
    const int part = part_of(&all->a_parts, k_tile);
    return (struct k_place){&all->a_maps[part], k_tile - part * all->a_parts.k_tiles};
}

static __device__ __forceinline__ struct k_place k_place_of_b(const struct hopper_params *p,
                                                              int k_tile)
{
    const struct tiles_params *const all = many(p);
    if (!ON_GRID)
        return (struct k_place){&p->b, k_tile};
    const int part = part_of(&all->b_parts, k_tile);
    return (struct k_place){&all->b_maps[part], k_tile - part * all->b_parts.k_tiles};
}

// Waits for `rows` rows from `row` on, of the part that begins at this k-tile, if one does.
static __device__ __forceinline__ void wait_for_part(const struct tiles_params *all,
                                                     const struct tiles_parts *x, int k_tile,
                                                     int row, int rows)
{
    const int part = part_of(x, k_tile);
    if (k_tile != part * x->k_tiles || part == x->own)
        return;
    for (int c = row / x->chunk; c * x->chunk < row + rows && c < x->chunks; c++)
        flag_wait(&x->arrived[part * x->chunks + c], all->turn);
    fence_proxy_async_global(); // TMA reads what the flags announced
}

static __device__ __forceinline__ void wait_for_parts_of_k(const struct hopper_params *p, int row,
                                                           int col, int k_tile)
{
    const struct tiles_params *const all = many(p);
    if (!ON_GRID)
        return;
    wait_for_part(all, &all->a_parts, k_tile, row, BM);
    wait_for_part(all, &all->b_parts, k_tile, col, BN);
}

#define WAIT_FOR_K wait_for_parts_of_k
