// SPDX-License-Identifier: MIT
//
// tensor_view.h: CUTLASS 1's TensorRef and TensorView in C. For host code and kernels.
//
//     offset = dot(map(x), stride)
//
// A mapping function takes a logical coordinate x to a *storage* coordinate, whose last mode is the
// one that is contiguous in memory: its stride is always 1, and is not stored. So a matrix has
// one stride, BLAS's leading dimension. A reference knows where an element is; a view also knows
// which ones there are.
#ifndef LAYOUTS_TENSOR_VIEW_H
#define LAYOUTS_TENSOR_VIEW_H

#include "../../common/device/tensor.h"

enum { STORAGE_MODES = 5 };

enum storage_map {
    MAP_ROW_MAJOR,            // (i,j) -> (i, j)
    MAP_COLUMN_MAJOR,         // (i,j) -> (j, i)
    MAP_COLUMN_INTERLEAVED_4, // (i,j) -> (j / 4, i, j % 4): dp4a's operands
    MAP_TWO_STRIDES,          // (i,j) -> (i, j, 0): neither stride need be 1
    MAP_NHWC,                 // (n,h,w,c) -> (n, h, w, c): channels side by side
    MAP_NCHW,                 // (n,h,w,c) -> (n, c, h, w)
    MAP_NC32HW32,             // (n,h,w,c) -> (n, c / 32, h, w, c % 32)
    STORAGE_MAPS
};

struct storage_coord {
    int rank;
    int at[STORAGE_MODES];
};

LAYOUT_INLINE struct storage_coord storage_coord_of(enum storage_map map, struct tuple x)
{
    const int *a = x.at;
    switch (map) {
    case MAP_ROW_MAJOR: return (struct storage_coord){2, {a[0], a[1]}};
    case MAP_COLUMN_MAJOR: return (struct storage_coord){2, {a[1], a[0]}};
    case MAP_COLUMN_INTERLEAVED_4: return (struct storage_coord){3, {a[1] / 4, a[0], a[1] % 4}};
    case MAP_TWO_STRIDES: return (struct storage_coord){3, {a[0], a[1], 0}};
    case MAP_NHWC: return (struct storage_coord){4, {a[0], a[1], a[2], a[3]}};
    case MAP_NCHW: return (struct storage_coord){4, {a[0], a[3], a[1], a[2]}};
    default: return (struct storage_coord){5, {a[0], a[3] / 32, a[1], a[2], a[3] % 32}};
    }
}

// TensorRef: where. Of a tensor of floats.
struct tensor_ref {
    float *data;
    enum storage_map map;
    ptrdiff_t stride[STORAGE_MODES - 1]; // in elements
};

LAYOUT_INLINE ptrdiff_t ref_offset(struct tensor_ref r, struct tuple x)
{
    const struct storage_coord s = storage_coord_of(r.map, x);
    ptrdiff_t offset = s.at[s.rank - 1];
    TENSOR_UNROLL
    for (int i = 0; i < STORAGE_MODES - 1; i++)
        if (i < s.rank - 1)
            offset += s.at[i] * r.stride[i];
    return offset;
}

// TensorView: where, and how far.
struct tensor_view {
    struct tensor_ref ref;
    struct tuple extent; // logical
};

LAYOUT_INLINE bool view_contains(struct tensor_view v, struct tuple x)
{
    return tuple_inside(x, v.extent);
}
LAYOUT_INLINE float *view_at(struct tensor_view v, struct tuple x)
{
    return v.ref.data + ref_offset(v.ref, x);
}

#endif
