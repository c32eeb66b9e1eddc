// SPDX-License-Identifier: MIT
//
// define_tile_math.h: the part of define_tile.h that computes: element by element, and over all.

#ifndef TILE_ADD
#define TILE_ADD(x, y) ((x) + (y))
#define TILE_IS_NUMBER // scales and has atomics
#endif

// ---- Element by element -------------------------------------------------------------------------

// The function that is applied to each element. Pass one that the compiler can see, so that it
// inlines the call.
typedef TILE_ELEMENT TILE_NAME(_unary)(TILE_ELEMENT);
typedef TILE_ELEMENT TILE_NAME(_binary)(TILE_ELEMENT, TILE_ELEMENT);

// f of each element. Its adjoint is map2(x, dy, f_adjoint), f_adjoint(x, dy) = f'(x) dy.
TILE_FUNCTION struct TILE TILE_NAME(_map)(struct TILE t, TILE_NAME(_unary) * f)
{
    TILE_BEGIN(_map);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        t.value[v] = f(t.value[v]);
    return t;
}

TILE_FUNCTION struct TILE TILE_NAME(_map2)(struct TILE x, struct TILE y, TILE_NAME(_binary) * f)
{
    TILE_BEGIN(_map2);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        x.value[v] = f(x.value[v], y.value[v]);
    return x;
}

// The adjoint of x + y: the gradient goes to both.
TILE_FUNCTION struct TILE TILE_NAME(_add)(struct TILE x, struct TILE y)
{
    TILE_BEGIN(_add);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        x.value[v] = TILE_ADD(x.value[v], y.value[v]);
    return x;
}

// ---- Over all elements --------------------------------------------------------------------------

// The value of the lane `distance` further up, of any type, word by word.
TILE_FUNCTION TILE_ELEMENT TILE_NAME(_shuffle)(TILE_ELEMENT x, int distance)
{
    union {
        TILE_ELEMENT element;
        unsigned word[(sizeof(TILE_ELEMENT) + 3) / 4];
    } u;
    u.element = x;
#pragma unroll
    for (int w = 0; w < (int)(sizeof u.word / sizeof *u.word); w++)
        u.word[w] = __shfl_xor_sync(0xffffffffu, u.word[w], distance);
    return u.element;
}

// For reduce and sum: first each thread, then each warp, then the block.
TILE_FUNCTION TILE_ELEMENT TILE_NAME(_over_all)(struct TILE t, TILE_NAME(_binary) * f,
                                                TILE_ELEMENT identity)
{
    __shared__ TILE_ELEMENT of_warp[TILE_THREADS / 32];
    TILE_ELEMENT x = identity;
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        if (TILE_NAME(_holds)(v))
            x = f(x, t.value[v]);
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        x = f(x, TILE_NAME(_shuffle)(x, distance));
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    x = of_warp[0];
#pragma unroll
    for (int w = 1; w < TILE_THREADS / 32; w++)
        x = f(x, of_warp[w]);
    __syncthreads(); // of_warp may be used again
    return x;
}

// f over all elements of the tile, in an order that is not specified; f(identity, x) = x. Every
// thread gets the result. Elements beyond the end of an array, which load makes zero, take part.
TILE_FUNCTION TILE_ELEMENT TILE_NAME(_reduce)(struct TILE t, TILE_NAME(_binary) * f,
                                              TILE_ELEMENT identity)
{
    TILE_BEGIN(_reduce);
    return TILE_NAME(_over_all)(t, f, identity);
}

TILE_FUNCTION TILE_ELEMENT TILE_NAME(_plus)(TILE_ELEMENT x, TILE_ELEMENT y)
{
    return TILE_ADD(x, y);
}

// The sum of all elements. Its adjoint is full(dy): each element counts once.
TILE_FUNCTION TILE_ELEMENT TILE_NAME(_sum)(struct TILE t)
{
    const TILE_ELEMENT zero = {0};
    TILE_BEGIN(_sum);
    return TILE_NAME(_over_all)(t, TILE_NAME(_plus), zero);
}

// ---- Numbers only -------------------------------------------------------------------------------

#ifdef TILE_IS_NUMBER
TILE_FUNCTION struct TILE TILE_NAME(_scale)(TILE_ELEMENT factor, struct TILE t)
{
    TILE_BEGIN(_scale);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++)
        t.value[v] = factor * t.value[v];
    return t;
}

// array = alpha t + beta array; if beta == 0 the array is not read.
TILE_FUNCTION void TILE_NAME(_store_scaled)(TILE_ELEMENT *array, struct tile_view view,
                                            struct tile_at at, TILE_ELEMENT alpha, struct TILE t,
                                            TILE_ELEMENT beta)
{
    const bool vectors = tile_in_vectors(array, &view, at, TILE_VECTOR, TILE_NAME(_bytes));
    TILE_BEGIN(_store_scaled);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v += TILE_VECTOR) {
        ptrdiff_t offset;
        const int inside = TILE_NAME(_place)(&view, at, v, &offset);
        if (vectors) {
            __align__(16) TILE_ELEMENT c[TILE_VECTOR];
            if (inside > 0 && beta != 0)
                tile_copy(c, &array[offset], TILE_NAME(_bytes));
#pragma unroll
            for (int e = 0; e < TILE_VECTOR; e++)
                c[e] = beta != 0 ? alpha * t.value[v + e] + beta * c[e] : alpha * t.value[v + e];
            if (inside > 0)
                tile_copy(&array[offset], c, TILE_NAME(_bytes));
        } else {
#pragma unroll
            for (int e = 0; e < TILE_VECTOR; e++)
                if (e < inside) {
                    TILE_ELEMENT *c = &array[offset + e * view.stride[TILE_RANK - 1]];
                    const TILE_ELEMENT value = alpha * t.value[v + e];
                    *c = beta != 0 ? value + beta * *c : value;
                }
        }
    }
}

// Each element is added to the array's. The order is not fixed, and so the last bit is not, either.
TILE_FUNCTION void TILE_NAME(_atomic_add)(TILE_ELEMENT *array, struct tile_view view,
                                          struct tile_at at, struct TILE t)
{
    TILE_BEGIN(_atomic_add);
#pragma unroll
    for (int v = 0; v < TILE_VALUES; v++) {
        ptrdiff_t offset;
        if (TILE_NAME(_place)(&view, at, v, &offset) > 0)
            atomicAdd(&array[offset], t.value[v]);
    }
}

// One element that is equal in all threads, such as a sum, is added once.
TILE_FUNCTION void TILE_NAME(_atomic_add_one)(TILE_ELEMENT *place, TILE_ELEMENT x)
{
    TILE_BEGIN(_atomic_add_one);
    if (threadIdx.x == 0)
        atomicAdd(place, x);
}
#endif

#undef TILE_ADD
#undef TILE_IS_NUMBER
