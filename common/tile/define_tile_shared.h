// SPDX-License-Identifier: MIT
//
// define_tile_shared.h: the part of define_tile.h for tiles in shared memory. A kernel declares
// them where it needs them: __shared__ struct a_tile_shared As;

#ifndef TILE_SWIZZLE
#define TILE_SWIZZLE 0, 0, 0
#endif

// Row by row, then swizzled. A swizzle with base >= log2(vector) leaves vectors whole.
struct TILE_NAME(_shared) {
    __align__(16) TILE_ELEMENT value[TILE_SIZE];
};

TILE_FUNCTION int TILE_NAME(_shared_offset)(int element)
{
    const struct swizzle_literal swizzle = {TILE_SWIZZLE};
    return swizzled(swizzle, element);
}

// The same for element + further. Where `further`, a literal, is beyond all bits of the swizzle, it
// can be added afterwards: then it costs nothing, as the instruction holds it.
TILE_FUNCTION int TILE_NAME(_shared_beyond)(int element, int further)
{
    const struct swizzle_literal swizzle = {TILE_SWIZZLE};
    const int period = swizzle.bits == 0 ? 1 : 1 << (swizzle.bits + swizzle.base + swizzle.shift);
    return further % period == 0 ? TILE_NAME(_shared_offset)(element) + further
                                 : TILE_NAME(_shared_offset)(element + further);
}

// Element (row, col) of a tile of two dimensions. Any thread, at any time.
TILE_FUNCTION TILE_ELEMENT *TILE_NAME(_shared_at)(struct TILE_NAME(_shared) * s, int row, int col)
{
    return &s->value[TILE_NAME(_shared_offset)(row * TILE_NAME(_cols) + col)];
}

// From registers to shared memory, as an operation needs it that mixes elements of different
// threads. All threads may read it afterwards; what stood there before must not be needed any more.
TILE_FUNCTION void TILE_NAME(_to_shared)(struct TILE_NAME(_shared) * s, struct TILE t)
{
    TILE_BEGIN(_to_shared);
    __syncthreads(); // nobody reads what stands there
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

// Vector r of this thread, neighbouring threads taking neighbouring vectors: its first element.
enum { TILE_NAME(_rounds) = (TILE_VALUES + TILE_VECTOR - 1) / TILE_VECTOR };
TILE_FUNCTION int TILE_NAME(_shared_vector)(int r)
{
    return (r * TILE_THREADS + (int)threadIdx.x) * TILE_VECTOR;
}

// From global to shared memory; the elements pass through registers. Zeros where the array ends.
// What stood there before must not be needed any more (tile_wait() or a barrier before); other
// threads may read it after a barrier.
TILE_FUNCTION void TILE_NAME(_shared_load)(struct TILE_NAME(_shared) * s, const TILE_ELEMENT *array,
                                           struct tile_view view, struct tile_at at)
{
    const TILE_ELEMENT zero = {0};
    const bool vectors = tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    TILE_BEGIN(_shared_load);
#pragma unroll
    for (int r = 0; r < TILE_NAME(_rounds); r++) {
        const int first = TILE_NAME(_shared_vector)(r);
        if (!TILE_NAME(_full_layout) && first >= TILE_SIZE)
            continue;
        const struct tile_at further = TILE_NAME(_coordinate)(first);
        const TILE_ELEMENT *from = &array[tile_offset(&view, at) + tile_offset(&view, further)];
        const int inside = tile_inside(&view, at, further);
        if (vectors && inside > 0)
            tile_copy(&s->value[TILE_NAME(_shared_offset)(first)], from, TILE_NAME(_bytes));
        else {
#pragma unroll
            for (int e = 0; e < TILE_VECTOR; e++)
                s->value[TILE_NAME(_shared_offset)(first + e)] =
                    !vectors && e < inside ? from[e * view.stride[TILE_RANK - 1]] : zero;
        }
    }
}

// The same without waiting: tile_commit() ends a group of loads, tile_wait(n) waits for it. Element
// sizes that no instruction copies (neither 4 nor 8 nor 16 bytes) are copied at once.
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
        const int first = TILE_NAME(_shared_vector)(r);
        if (!TILE_NAME(_full_layout) && first >= TILE_SIZE)
            continue;
        const struct tile_at further = TILE_NAME(_coordinate)(first);
        const TILE_ELEMENT *from = &array[tile_offset(&view, at) + tile_offset(&view, further)];
        const int inside = tile_inside(&view, at, further);
        if (vectors) {
            tile_copy_async(&s->value[TILE_NAME(_shared_offset)(first)], from, TILE_NAME(_bytes),
                            inside > 0);
            continue;
        }
#pragma unroll
        for (int e = 0; e < TILE_VECTOR; e++)
            tile_copy_async(&s->value[TILE_NAME(_shared_offset)(first + e)],
                            &from[e * view.stride[TILE_RANK - 1]], SIZE, e < inside);
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
        const int first = TILE_NAME(_shared_vector)(r);
        if (!TILE_NAME(_full_layout) && first >= TILE_SIZE)
            continue;
        const struct tile_at further = TILE_NAME(_coordinate)(first);
        TILE_ELEMENT *to = &array[tile_offset(&view, at) + tile_offset(&view, further)];
        const int inside = tile_inside(&view, at, further);
        if (vectors && inside > 0)
            tile_copy(to, &s->value[TILE_NAME(_shared_offset)(first)], TILE_NAME(_bytes));
#pragma unroll
        for (int e = 0; e < TILE_VECTOR; e++)
            if (!vectors && e < inside)
                to[e * view.stride[TILE_RANK - 1]] = s->value[TILE_NAME(_shared_offset)(first + e)];
    }
}
