// SPDX-License-Identifier: MIT
//
// define_reshape.h: makes a function that gives a tile another shape with as many elements, counted
// row by row: element (i,j) of an 8 x 16 tile becomes element 16 i + j of a row of 128. After
//
//     RESHAPE        its name: struct to_tile RESHAPE(struct from_tile t)
//     RESHAPE_FROM   types made by define_tile.h, of the same TILE_ELEMENT and TILE_THREADS
//     RESHAPE_TO
//
// If both types give a thread its values in the same order, they stay in their registers, and the
// reshape costs nothing. Otherwise they change threads, through shared memory. All threads of the
// block call it. Its adjoint is the reshape back.
#define RESHAPE_OF(name, suffix) TILE_JOIN(name, suffix)

TILE_FUNCTION struct RESHAPE_TO RESHAPE(struct RESHAPE_FROM t) {
    struct RESHAPE_TO result = RESHAPE_OF(RESHAPE_TO, _zeros)();
    static_assert((int)RESHAPE_OF(RESHAPE_FROM, _size) == (int)RESHAPE_OF(RESHAPE_TO, _size),
                  "a reshape keeps the number of elements");
    static_assert(sizeof t.value[0] == sizeof result.value[0],
                  "a reshape keeps the element's type");
    static_assert(sizeof t == sizeof result, "both tiles are for blocks of as many threads");
    if (RESHAPE_OF(RESHAPE_FROM, _plain) && RESHAPE_OF(RESHAPE_TO, _plain) &&
        (int)RESHAPE_OF(RESHAPE_FROM, _vector) == (int)RESHAPE_OF(RESHAPE_TO, _vector)) {
#pragma unroll
        for (int v = 0; v < RESHAPE_OF(RESHAPE_FROM, _values); v++)
            result.value[v] = t.value[v];
        return result;
    }
    __shared__ struct RESHAPE_OF(RESHAPE_FROM, _shared) moved; // row by row, without its swizzle
    __syncthreads();                                           // no thread reads an earlier call's
#pragma unroll
    for (int v = 0; v < RESHAPE_OF(RESHAPE_FROM, _values); v++)
        if (RESHAPE_OF(RESHAPE_FROM, _holds)(v))
            moved.value[RESHAPE_OF(RESHAPE_FROM, _element)(v)] = t.value[v];
    __syncthreads();
#pragma unroll
    for (int v = 0; v < RESHAPE_OF(RESHAPE_TO, _values); v++)
        if (RESHAPE_OF(RESHAPE_TO, _holds)(v))
            result.value[v] = moved.value[RESHAPE_OF(RESHAPE_TO, _element)(v)];
    return result;
}

#undef RESHAPE_OF
#undef RESHAPE
#undef RESHAPE_FROM
#undef RESHAPE_TO
