// SPDX-License-Identifier: MIT
//
// tensor_of.h: the tensor of one element type: the body that tensor.h describes. Included once for
// each type, after
//
//     #define TENSOR_ELEMENT const float   // any type; const if nothing is written through it
//     #define TENSOR_NAME const_f32        // the suffix of the names below
//
// A tensor owns nothing: it is a pointer and a layout, passed by value.
#include "tensor.h"

#define TENSOR_JOIN_(a, b) a##_##b
#define TENSOR_JOIN(a, b) TENSOR_JOIN_(a, b)
#define NAMED(name) TENSOR_JOIN(name, TENSOR_NAME)
#define TENSOR struct NAMED(tensor)

TENSOR
{
    TENSOR_ELEMENT *data;
    struct tensor_layout layout;
};

LAYOUT_INLINE TENSOR NAMED(make_tensor)(TENSOR_ELEMENT *data, struct tensor_layout layout)
{
    TENSOR t = {data, layout};
    return t;
}

// The tensor of a part of this one.
LAYOUT_INLINE TENSOR NAMED(piece_of)(TENSOR t, struct tensor_piece piece)
{
    return NAMED(make_tensor)(t.data + piece.offset, piece.layout);
}

LAYOUT_INLINE TENSOR NAMED(domain_offset)(TENSOR t, struct tuple coordinate)
{
    return NAMED(piece_of)(t, tensor_domain_offset(t.layout, coordinate));
}

LAYOUT_INLINE TENSOR NAMED(slice)(TENSOR t, int mode, int index)
{
    return NAMED(piece_of)(t, tensor_slice(t.layout, mode, index));
}

LAYOUT_INLINE TENSOR NAMED(local_tile)(TENSOR t, struct tuple tile, struct tuple coordinate)
{
    return NAMED(piece_of)(t, tensor_local_tile(t.layout, tile, coordinate));
}

LAYOUT_INLINE TENSOR NAMED(local_tiles)(TENSOR t, struct tuple tile, struct tuple coordinate)
{
    return NAMED(piece_of)(t, tensor_local_tiles(t.layout, tile, coordinate));
}

LAYOUT_INLINE TENSOR NAMED(local_partition)(TENSOR t, struct tensor_layout threads, int thread)
{
    return NAMED(piece_of)(t, tensor_local_partition(t.layout, threads, thread));
}

LAYOUT_INLINE TENSOR NAMED(partition_tv)(TENSOR t, struct tv_literal tv, unsigned thread)
{
    return NAMED(piece_of)(t, tensor_partition_tv(t.layout, tv, thread));
}

// ---- Elements ------------------------------------------------------------------------------------

LAYOUT_INLINE TENSOR_ELEMENT *NAMED(at)(TENSOR t, struct tuple coordinate)
{
    return t.data + tensor_offset(t.layout, coordinate);
}
LAYOUT_INLINE TENSOR_ELEMENT *NAMED(at1)(TENSOR t, int i) { return NAMED(at)(t, tuple1(i)); }
LAYOUT_INLINE TENSOR_ELEMENT *NAMED(at2)(TENSOR t, int i, int j)
{
    return NAMED(at)(t, tuple2(i, j));
}

// Value v of the thread for which partition_tv() made t.
LAYOUT_INLINE TENSOR_ELEMENT *NAMED(value_at)(TENSOR t, struct tv_literal tv, unsigned v)
{
    return t.data + tensor_value_offset(t.layout, tv, v);
}

#undef TENSOR
#undef NAMED
#undef TENSOR_JOIN
#undef TENSOR_JOIN_
#undef TENSOR_ELEMENT
#undef TENSOR_NAME
