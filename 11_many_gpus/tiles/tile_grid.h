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

// Every tile begins with the k-tiles of this rank's own part, and continues with the first ones
// after the last.
static __device__ __forceinline__ int from_own_part(const struct tiles_params *all, int k_tile)
{
    const int at = k_tile + all->first_k_tile;
    return at < all->g.k_tiles ? at : at - all->g.k_tiles;
}

static __device__ __forceinline__ struct k_place k_place_of_a(const struct hopper_params *p,
                                                              struct rows_of_a a, int k_tile)
{
    const struct tiles_params *const all = many(p);
    if (!ON_GRID)
        return (struct k_place){a.map, k_tile};
    const int at = from_own_part(all, k_tile), part = part_of(&all->a_parts, at);
    return (struct k_place){&all->a_maps[part], at - part * all->a_parts.k_tiles};
}

static __device__ __forceinline__ struct k_place k_place_of_b(const struct hopper_params *p,
                                                              int k_tile)
{
    const struct tiles_params *const all = many(p);
    if (!ON_GRID)
        return (struct k_place){&p->b, k_tile};
    const int at = from_own_part(all, k_tile), part = part_of(&all->b_parts, at);
    return (struct k_place){&all->b_maps[part], at - part * all->b_parts.k_tiles};
}

// Waits for `rows` rows from `row` on, of the part that begins at this k-tile, if one does. first:
// a tile begins here.
static __device__ __forceinline__ void wait_for_part(const struct tiles_params *all,
                                                     const struct tiles_parts *x, int k_tile,
                                                     bool first, int row, int rows)
{
    const int part = part_of(x, k_tile);
    if ((!first && k_tile != part * x->k_tiles) || part == x->own)
        return;
    for (int c = row / x->chunk; c * x->chunk < row + rows && c < x->chunks; c++)
        flag_wait(&x->arrived[part * x->chunks + c], all->turn);
    fence_proxy_async_global(); // TMA reads what the flags announced
}

static __device__ __forceinline__ void wait_for_parts_of_k(const struct hopper_params *p, int row,
                                                           int col, int k_tile)
{
    const struct tiles_params *const all = many(p);
    if (GATHERS)
        wait_for_rows_of_a(all, row, k_tile);
    if (!ON_GRID)
        return;
    const int at = from_own_part(all, k_tile);
    wait_for_part(all, &all->a_parts, at, k_tile == 0, row, BM);
    wait_for_part(all, &all->b_parts, at, k_tile == 0, col, BN);
}

#define WAIT_FOR_K wait_for_parts_of_k
