// SPDX-License-Identifier: MIT
//
// define_tile_shared.h: the part of define_tile.h for tiles in shared memory. A kernel declares
// them where it needs them: __shared__ struct a_tile_shared As;

#ifndef TILE_SWIZZLE
#define TILE_SWIZZLE 0, 0, 0
#endif

enum {
    TILE_NAME(_bits) = TILE_EXTENT(1, TILE_SWIZZLE),
    TILE_NAME(_base) = TILE_EXTENT(2, TILE_SWIZZLE),
    TILE_NAME(_shift) = TILE_EXTENT(3, TILE_SWIZZLE),
    // After this many elements the swizzle begins anew.
    TILE_NAME(_period) =
        TILE_NAME(_bits) == 0 ? 1 : 1 << (TILE_NAME(_bits) + TILE_NAME(_base) + TILE_NAME(_shift)),
};
static_assert(TILE_NAME(_bits) == 0 || TILE_VECTOR <= 1 << TILE_NAME(_base),
              "the swizzle leaves whole what is taken in one access");

// Row by row, then swizzled.
struct TILE_NAME(_shared) {
    __align__(16) TILE_ELEMENT value[TILE_SIZE];
};

// Of a tile of two dimensions.
TILE_FUNCTION struct tile_layout TILE_NAME(_shared_layout)(void)
{
    const struct tile_layout layout = {
        {2, {TILE_NAME(_rows), TILE_NAME(_cols)}, {TILE_NAME(_cols), 1}},
        {TILE_NAME(_bits), TILE_NAME(_base), TILE_NAME(_shift)}};
    return layout;
}

TILE_FUNCTION int TILE_NAME(_shared_offset)(int element)
{
    return swizzled(TILE_NAME(_shared_layout)().swizzle, element);
}

// The same for element + further. If `further`, a literal, is beyond all bits of the swizzle, it
// can be added afterwards. Then it costs nothing, because the instruction contains it.
TILE_FUNCTION int TILE_NAME(_shared_beyond)(int element, int further)
{
    return further % TILE_NAME(_period) == 0 ? TILE_NAME(_shared_offset)(element) + further
                                             : TILE_NAME(_shared_offset)(element + further);
}

// Element (row, col) of a tile of two dimensions. Any thread, at any time.
TILE_FUNCTION TILE_ELEMENT *TILE_NAME(_shared_at)(struct TILE_NAME(_shared) * s, int row, int col)
{
    return &s->value[TILE_NAME(_shared_offset)(row * TILE_NAME(_cols) + col)];
}

// From registers to shared memory, for an operation that combines elements of different threads.
// All threads may read it afterwards; the old contents must no longer be needed.
TILE_FUNCTION void TILE_NAME(_to_shared)(struct TILE_NAME(_shared) * s, struct TILE t)
{
    TILE_BEGIN(_to_shared);
    __syncthreads(); // no thread reads the old contents
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        if (TILE_NAME(_holds)(v))
            s->value[TILE_NAME(_shared_offset)(TILE_NAME(_element)(v))] = t.value[v];
    __syncthreads();
}

TILE_FUNCTION struct TILE TILE_NAME(_from_shared)(const struct TILE_NAME(_shared) * s)
{
    const TILE_ELEMENT zero = {0};
    struct TILE t;
    TILE_BEGIN(_from_shared);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        t.value[v] = TILE_NAME(_holds)(v)
                         ? s->value[TILE_NAME(_shared_offset)(TILE_NAME(_element)(v))]
                         : zero;
    return t;
}

// Vectors of this thread, neighbouring threads taking neighbouring vectors, round after round.
enum {
    TILE_NAME(_rounds) = (TILE_VALUES + TILE_VECTOR - 1) / TILE_VECTOR,
    TILE_NAME(_round) = TILE_THREADS * TILE_VECTOR, // elements of all threads
    // A round is whole rows: then a thread's vectors are in one column, a fixed number of rows
    // apart.
    TILE_NAME(_row_step) =
        TILE_NAME(_round) % TILE_NAME(_cols) == 0 && TILE_NAME(_d0) * TILE_NAME(_d1) == 1
            ? TILE_NAME(_round) / TILE_NAME(_cols)
            : 0,
};

// Where vector r begins: its element, its coordinate, and its place in shared memory. Each is
// written as that of vector 0 plus a constant, if possible, so that a thread keeps only one.
TILE_FUNCTION int TILE_NAME(_shared_vector)(int r)
{
    return (int)threadIdx.x * TILE_VECTOR + r * TILE_NAME(_round);
}

TILE_FUNCTION struct tile_at TILE_NAME(_shared_coordinate)(int r)
{
    if (TILE_NAME(_row_step) == 0)
        return TILE_NAME(_coordinate)(TILE_NAME(_shared_vector)(r));
    struct tile_at at = TILE_NAME(_coordinate)(TILE_NAME(_shared_vector)(0));
    at.at[TILE_RANK - 2] += r * TILE_NAME(_row_step);
    return at;
}

TILE_FUNCTION int TILE_NAME(_shared_place)(int r)
{
    return TILE_NAME(_shared_beyond)(TILE_NAME(_shared_vector)(0), r * TILE_NAME(_round));
}

// From global to shared memory; the elements pass through registers. Zeros after the end of the
// array. The old contents must no longer be needed (tile_wait() or a barrier before); other threads
// may read the tile after a barrier.
TILE_FUNCTION void TILE_NAME(_shared_load)(struct TILE_NAME(_shared) * s, const TILE_ELEMENT *array,
                                           struct tile_view view, struct tile_at at)
{
    const TILE_ELEMENT zero = {0};
    const bool vectors = tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    TILE_BEGIN(_shared_load);
#pragma unroll 2 // the elements of this many vectors are in registers at a time
    for (int r = 0; r < TILE_NAME(_rounds); r++) {
        if (!TILE_NAME(_full_layout) && TILE_NAME(_shared_vector)(r) >= TILE_SIZE)
            continue;
        const struct tile_at further = TILE_NAME(_shared_coordinate)(r);
        const TILE_ELEMENT *from = &array[view_offset(&view, at) + view_offset(&view, further)];
        const int inside = tile_inside(&view, at, further);
        // A vector is stored by one access, however it was loaded.
        __align__(16) TILE_ELEMENT x[TILE_VECTOR];
#pragma unroll
        for (int e = 0; e < TILE_VECTOR; e++)
            x[e] = !vectors && e < inside ? from[e * view.stride[TILE_RANK - 1]] : zero;
        if (vectors && inside > 0)
            tile_copy(x, from, TILE_NAME(_bytes));
        TILE_ELEMENT *to = &s->value[TILE_NAME(_shared_place)(r)];
        if (TILE_VECTOR > 1)
            tile_copy(to, x, TILE_NAME(_bytes));
        else
            *to = x[0];
    }
}

// The same without waiting: tile_commit() ends a group of loads, tile_wait(n) waits for it.
// Elements of sizes that no instruction copies (not 4, 8 or 16 bytes) are copied at once.
TILE_FUNCTION void TILE_NAME(_shared_load_async)(struct TILE_NAME(_shared) * s,
                                                 const TILE_ELEMENT *array, struct tile_view view,
                                                 struct tile_at at)
{
    enum { SIZE = sizeof(TILE_ELEMENT) };
    const bool vectors =
        TILE_NAME(_bytes) >= 4 && tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    if (!vectors && SIZE != 4 && SIZE != 8 && SIZE != 16) {
        TILE_NAME(_shared_load)(s, array, view_with(view, TILE_BY_ELEMENT), at);
        return;
    }
    TILE_BEGIN(_shared_load_async);
#pragma unroll
    for (int r = 0; r < TILE_NAME(_rounds); r++) {
        if (!TILE_NAME(_full_layout) && TILE_NAME(_shared_vector)(r) >= TILE_SIZE)
            continue;
        const struct tile_at further = TILE_NAME(_shared_coordinate)(r);
        const TILE_ELEMENT *from = &array[view_offset(&view, at) + view_offset(&view, further)];
        const int inside = tile_inside(&view, at, further);
        TILE_ELEMENT *to = &s->value[TILE_NAME(_shared_place)(r)];
        if (vectors) {
            tile_copy_async(to, from, TILE_NAME(_bytes), inside > 0);
            continue;
        }
#pragma unroll
        for (int e = 0; e < TILE_VECTOR; e++)
            tile_copy_async(&to[e], &from[e * view.stride[TILE_RANK - 1]], SIZE, e < inside);
    }
}

// From shared to global memory; nothing is written where the array ends.
TILE_FUNCTION void TILE_NAME(_shared_store)(TILE_ELEMENT *array, struct tile_view view,
                                            struct tile_at at, const struct TILE_NAME(_shared) * s)
{
    const bool vectors = tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    TILE_BEGIN(_shared_store);
#pragma unroll
    for (int r = 0; r < TILE_NAME(_rounds); r++) {
        if (!TILE_NAME(_full_layout) && TILE_NAME(_shared_vector)(r) >= TILE_SIZE)
            continue;
        const struct tile_at further = TILE_NAME(_shared_coordinate)(r);
        TILE_ELEMENT *to = &array[view_offset(&view, at) + view_offset(&view, further)];
        const int inside = tile_inside(&view, at, further);
        const TILE_ELEMENT *from = &s->value[TILE_NAME(_shared_place)(r)];
        if (vectors && inside > 0)
            tile_copy(to, from, TILE_NAME(_bytes));
#pragma unroll
        for (int e = 0; e < TILE_VECTOR; e++)
            if (!vectors && e < inside)
                to[e * view.stride[TILE_RANK - 1]] = from[e];
    }
}
