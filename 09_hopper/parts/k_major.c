// SPDX-License-Identifier: MIT
//
// k_major.c: computes a copy of k_major.h without starting it.
#include "k_major.h"

#include "../../common/device/index.h"

enum { VECTOR = 16, ALIGN = 128 };

struct k_major_copy k_major_copy(const void *data, int rows, int k, int ld, int element,
                                 bool transposed, enum k_major_split split)
{
    const int vector = VECTOR / element, parts = split == K_MAJOR_WHOLE ? 1 : K_MAJOR_PARTS;
    return (struct k_major_copy){
        data, NULL, rows, k, ld, parts * ceil_div(k, vector) * vector, element, transposed, split};
}

size_t k_major_bytes(const struct k_major_copy *c)
{
    const size_t bytes = (size_t)c->rows * (size_t)c->to_ld * (size_t)c->element;
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}
