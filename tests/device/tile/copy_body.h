// SPDX-License-Identifier: MIT
//
// copy_body.h: the copying kernel of test_tile.cu for one type of tile; after the constants of
// define_tile.h, of which COPY_TYPE is TILE, COPY_ELEMENT its element, COPY_THREADS its block.

#define COPY_NAME(suffix) TILE_JOIN(COPY_TYPE, suffix)

#define TILE COPY_TYPE
#define TILE_ELEMENT COPY_ELEMENT
#define TILE_THREADS COPY_THREADS
#include "../../../common/device/tile/define_tile.h"

static __global__ void COPY_NAME(_copy)(enum tile_way way, int by_element, struct tile_array array,
                                        const COPY_ELEMENT *in, COPY_ELEMENT *out)
{
    __shared__ struct COPY_NAME(_shared) s;
    struct tile_view view =
        view_4(array.extent[0], array.extent[1], array.extent[2], array.extent[3], array.stride[0],
               array.stride[1], array.stride[2], array.stride[3]);
    view = view_with(view, by_element ? TILE_BY_ELEMENT : TILE_BY_ADDRESS);
    const int across = ceil_div(array.extent[3], COPY_NAME(_cols));
    const int down = ceil_div(array.extent[2], COPY_NAME(_rows));
    const int back = ceil_div(array.extent[1], COPY_NAME(_d1));
    const int x = blockIdx.x % across, y = blockIdx.x / across % down;
    const int z = blockIdx.x / across / down % back, w = blockIdx.x / across / down / back;
    const struct tile_at at =
        at_4(w * COPY_NAME(_d0), z * COPY_NAME(_d1), y * COPY_NAME(_rows), x * COPY_NAME(_cols));
    if (way == TILE_REGISTERS || way == TILE_MIGRATED) {
        struct COPY_TYPE t = COPY_NAME(_load)(in, view, at);
        if (way == TILE_MIGRATED) {
            COPY_NAME(_to_shared)(&s, t);
            t = COPY_NAME(_from_shared)(&s);
        }
        COPY_NAME(_store)(out, view, at, t);
        return;
    }
    if (way == TILE_SHARED)
        COPY_NAME(_shared_load)(&s, in, view, at);
    else
        COPY_NAME(_shared_load_async)(&s, in, view, at);
    tile_commit();
    tile_wait(0);
    COPY_NAME(_shared_store)(out, view, at, &s);
}

static void COPY_NAME(_run)(enum tile_way way, int by_element, const struct tile_array *array,
                            const void *in, void *out)
{
    const int blocks = ceil_div(array->extent[3], COPY_NAME(_cols)) *
                       ceil_div(array->extent[2], COPY_NAME(_rows)) *
                       ceil_div(array->extent[1], COPY_NAME(_d1)) *
                       ceil_div(array->extent[0], COPY_NAME(_d0));
    COPY_NAME(_copy)<<<blocks, COPY_THREADS>>>(way, by_element, *array, (const COPY_ELEMENT *)in,
                                               (COPY_ELEMENT *)out);
    CUDA_CHECK_LAUNCH();
}

static __global__ void COPY_NAME(_show_layout)(int *elements)
{
    for (int v = 0; v < COPY_NAME(_values); v++)
        elements[threadIdx.x * COPY_NAME(_values) + v] = COPY_NAME(_element)(v);
}

static void COPY_NAME(_run_layout)(int *elements)
{
    COPY_NAME(_show_layout)<<<1, COPY_THREADS>>>(elements);
    CUDA_CHECK_LAUNCH();
}

static const struct tile_type COPY_NAME(_type) = {
    TILE_TEXT(COPY_TYPE),
    sizeof(COPY_ELEMENT),
    {COPY_NAME(_d0), COPY_NAME(_d1), COPY_NAME(_rows), COPY_NAME(_cols)},
    COPY_THREADS,
    COPY_NAME(_vector),
    COPY_NAME(_run),
    COPY_NAME(_run_layout),
    COPY_NAME(_values),
};

#undef COPY_NAME
#undef COPY_TYPE
#undef COPY_ELEMENT
#undef COPY_THREADS
