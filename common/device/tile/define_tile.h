// SPDX-License-Identifier: MIT
//
// define_tile.h: makes one type of tile (tile.h explains tiles). Included once for each type, after
//
//     TILE          its name, "a_tile" below
//     TILE_ELEMENT  the type of an element, any that can be copied
//     TILE_SHAPE    one to four extents, separated by commas
//     TILE_THREADS  of a block, a multiple of 32
//
// and, if needed,
//
//     TILE_ADD      a function that adds two elements; needed if the type has no +
//     TILE_LAYOUT   a function that returns the thread-value layout of the register tile; its
//                   values begin with as many neighbours as one access takes
//     TILE_THREAD_COLS  and how many of a thread's values, the first ones, are in one row
//     TILE_RUN      the most elements in one access, if 16 bytes hold more: the number of
//                   neighbours that TILE_LAYOUT's values begin with
//     TILE_SWIZZLE  three numbers "bits, base, shift" for the shared tile: Sw<bits,base,shift>
//     TILE_TMA      if defined: the copy engine loads the shared tile, and wgmma reads it
//                   (define_tile_tma.h)
//
// It undefines these names at its end. Functions; all threads of the block must call them:
//
//   registers       a_tile_load, a_tile_store, a_tile_zeros, a_tile_full, a_tile_tile,
//   a_tile_untile
//                   a_tile_map, a_tile_map2, a_tile_reduce, a_tile_sum, a_tile_add, a_tile_scale,
//                   a_tile_store_scaled, a_tile_atomic_add, a_tile_atomic_add_one   (below, and in
//                   define_tile_math.h)
//   shared memory   a_tile_to_shared, a_tile_from_shared, a_tile_shared_load,
//                   a_tile_shared_load_async, a_tile_shared_store, a_tile_shared_at
//                   (define_tile_shared.h)
//
// Another shape for the same elements: define_reshape.h. Grids of up to four dimensions: grid.h.
#include "tile.h"

#ifndef TILE_RUN
#define TILE_RUN 16 // no access holds more
#endif

#define TILE_NAME(suffix) TILE_JOIN(TILE, suffix)
#define TILE_BEGIN(suffix) TILE_OPERATION(TILE_TEXT(TILE_NAME(suffix)), TILE_THREADS)

// ---- Shape and layout ---------------------------------------------------------------------------

enum {
    TILE_NAME(_d0) = TILE_EXTENT(0, TILE_SHAPE),
    TILE_NAME(_d1) = TILE_EXTENT(1, TILE_SHAPE),
    TILE_NAME(_rows) = TILE_EXTENT(2, TILE_SHAPE),
    TILE_NAME(_cols) = TILE_EXTENT(3, TILE_SHAPE),
    TILE_NAME(_size) = TILE_NAME(_d0) * TILE_NAME(_d1) * TILE_NAME(_rows) * TILE_NAME(_cols),
    // Elements of a thread, rounded up: in a small tile some threads hold none.
    TILE_NAME(_values) = (TILE_NAME(_size) + TILE_THREADS - 1) / TILE_THREADS,
    // Elements in one access: the most that 16 bytes hold, that divide a row, and that leave no
    // thread without elements (x & -x is the largest power of two that divides x).
    TILE_NAME(_widest) = 16 % sizeof(TILE_ELEMENT) == 0 ? 16 / (int)sizeof(TILE_ELEMENT) : 1,
    TILE_NAME(_fill) = TILE_NAME(_widest) | TILE_RUN | (TILE_NAME(_cols) & -TILE_NAME(_cols)) |
                       (TILE_NAME(_values) & -TILE_NAME(_values)),
    TILE_NAME(_vector) = TILE_NAME(_fill) & -TILE_NAME(_fill),
    TILE_NAME(_bytes) = TILE_NAME(_vector) * (int)sizeof(TILE_ELEMENT),
// For a product: a thread's values that are in one row, one or several vectors of them.
#ifdef TILE_THREAD_COLS
    TILE_NAME(_thread_cols) = TILE_THREAD_COLS,
#else
    TILE_NAME(_in_row) = TILE_NAME(_cols) / (TILE_THREADS * TILE_NAME(_vector)),
    TILE_NAME(_most) = TILE_NAME(_values) / TILE_NAME(_vector),
    TILE_NAME(_thread_cols) =
        TILE_NAME(_vector) * (TILE_NAME(_in_row) < 1                  ? 1
                              : TILE_NAME(_in_row) < TILE_NAME(_most) ? TILE_NAME(_in_row)
                                                                      : TILE_NAME(_most)),
#endif
    TILE_NAME(_full_layout) = TILE_NAME(_size) == TILE_NAME(_values) * TILE_THREADS,
#ifdef TILE_LAYOUT
    TILE_NAME(_plain) = 0,
#else
    TILE_NAME(_plain) = 1, // the order of elements below
#endif
};
#define TILE_SIZE TILE_NAME(_size)
#define TILE_VALUES TILE_NAME(_values)
#define TILE_VECTOR TILE_NAME(_vector)
static_assert(TILE_THREADS % 32 == 0, "a tile's block is made of whole warps");

// In registers: the elements of this thread. Those outside of the array are zero.
struct TILE {
    __align__(16) TILE_ELEMENT value[TILE_VALUES];
};

// Which element value v of thread t is, counted row by row. Without TILE_LAYOUT, neighbouring
// threads hold neighbouring vectors, round after round:
//     (threads,(vector,rounds)) : (vector,(1,threads * vector))
TILE_FUNCTION struct tv_literal TILE_NAME(_layout)(void)
{
#ifdef TILE_LAYOUT
    return TILE_LAYOUT();
#else
    const struct tv_literal layout = {
        {1, {TILE_THREADS}, {TILE_VECTOR}},
        {2, {TILE_VECTOR, TILE_VALUES / TILE_VECTOR}, {1, TILE_THREADS * TILE_VECTOR}}};
    return layout;
#endif
}

TILE_FUNCTION int TILE_NAME(_element)(int v)
{
    return tv_offset(TILE_NAME(_layout)(), threadIdx.x, (unsigned)v);
}

// Is there such an element? The layout of a small tile has more places than elements.
TILE_FUNCTION bool TILE_NAME(_holds)(int v)
{
    return TILE_NAME(_full_layout) || TILE_NAME(_element)(v) < TILE_SIZE;
}

TILE_FUNCTION struct tile_at TILE_NAME(_coordinate)(int element)
{
    const int rows = element / TILE_NAME(_cols), planes = rows / TILE_NAME(_rows);
    return at_4(planes / TILE_NAME(_d1), planes % TILE_NAME(_d1), rows % TILE_NAME(_rows),
                element % TILE_NAME(_cols));
}

// How many elements the array has from the vector with value v on, and the offset of that vector,
// in elements.
TILE_FUNCTION int TILE_NAME(_place)(const struct tile_view *view, struct tile_at at, int v,
                                    ptrdiff_t *offset)
{
    const struct tile_at further = TILE_NAME(_coordinate)(TILE_NAME(_element)(v));
    *offset = view_offset(view, at) + view_offset(view, further);
    return TILE_NAME(_holds)(v) ? tile_inside(view, at, further) : 0;
}

// ---- Making, loading and storing ----------------------------------------------------------------

TILE_FUNCTION struct TILE TILE_NAME(_of)(TILE_ELEMENT x)
{
    struct TILE t;
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        t.value[v] = x;
    return t;
}

TILE_FUNCTION struct TILE TILE_NAME(_full)(TILE_ELEMENT x)
{
    TILE_BEGIN(_full);
    return TILE_NAME(_of)(x);
}

TILE_FUNCTION struct TILE TILE_NAME(_zeros)(void)
{
    const TILE_ELEMENT zero = {0};
    TILE_BEGIN(_zeros);
    return TILE_NAME(_of)(zero);
}

// For tiles with an element for each thread: from each thread's value to a tile, and back.
TILE_FUNCTION struct TILE TILE_NAME(_tile)(TILE_ELEMENT mine)
{
    TILE_BEGIN(_tile);
    return TILE_NAME(_of)(mine);
}

TILE_FUNCTION TILE_ELEMENT TILE_NAME(_untile)(struct TILE t)
{
    TILE_BEGIN(_untile);
    return t.value[0];
}

// The part of the array that begins at `at`; zeros where the array ends.
// Its adjoint is atomic_add, or store where no element is loaded twice.
TILE_FUNCTION struct TILE TILE_NAME(_load)(const TILE_ELEMENT *array, struct tile_view view,
                                           struct tile_at at)
{
    const TILE_ELEMENT zero = {0};
    const bool vectors = tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    struct TILE t;
    TILE_BEGIN(_load);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v += TILE_VECTOR) {
        ptrdiff_t offset;
        const int inside = TILE_NAME(_place)(&view, at, v, &offset);
#pragma unroll
        for (int e = 0; e < TILE_VECTOR; e++)
            t.value[v + e] = zero;
        if (vectors) {
            if (inside > 0)
                tile_copy(&t.value[v], &array[offset], TILE_NAME(_bytes));
        } else {
#pragma unroll
            for (int e = 0; e < TILE_VECTOR; e++)
                if (e < inside)
                    t.value[v + e] = array[offset + e * view.stride[TILE_RANK - 1]];
        }
    }
    return t;
}

// The opposite; nothing is written where the array ends. Its adjoint is load.
TILE_FUNCTION void TILE_NAME(_store)(TILE_ELEMENT *array, struct tile_view view, struct tile_at at,
                                     struct TILE t)
{
    const bool vectors = tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    TILE_BEGIN(_store);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v += TILE_VECTOR) {
        ptrdiff_t offset;
        const int inside = TILE_NAME(_place)(&view, at, v, &offset);
        if (vectors) {
            if (inside > 0)
                tile_copy(&array[offset], &t.value[v], TILE_NAME(_bytes));
        } else {
#pragma unroll
            for (int e = 0; e < TILE_VECTOR; e++)
                if (e < inside)
                    array[offset + e * view.stride[TILE_RANK - 1]] = t.value[v + e];
        }
    }
}

#include "define_tile_math.h"
#include "define_tile_shared.h"
#ifdef TILE_TMA
#include "define_tile_tma.h"
#endif

#undef TILE_NAME
#undef TILE_BEGIN
#undef TILE_SIZE
#undef TILE_VALUES
#undef TILE_VECTOR
#undef TILE
#undef TILE_ELEMENT
#undef TILE_SHAPE
#undef TILE_THREADS
#undef TILE_ADD
#undef TILE_LAYOUT
#undef TILE_THREAD_COLS
#undef TILE_RUN
#undef TILE_SWIZZLE
