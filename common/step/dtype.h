// SPDX-License-Identifier: MIT
//
// dtype.h: the element types that matrices in this course can have.
#ifndef COMMON_DTYPE_H
#define COMMON_DTYPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A tensor core reads TF32 from a float32: 10 of its 23 bits of fraction. In memory it is a float32
// whose 13 lowest bits are ignored. E4M3 is a byte with 4 bits of exponent and 3 of fraction,
// without Inf: a value that is too large becomes the largest number.
enum dtype {
    DTYPE_F16 = 1, // 0: not given
    DTYPE_BF16,
    DTYPE_TF32,
    DTYPE_F32,
    DTYPE_F64,
    DTYPE_I8,
    DTYPE_I32,
    DTYPE_E4M3,
    DTYPE_COUNT
};

const char *dtype_name(enum dtype type); // "f16", "bf16", "f32" ...
size_t dtype_size(enum dtype type);      // bytes per element
double dtype_epsilon(enum dtype type);   // spacing of 1.0 (2^-23 for f32); 0 for integers
double dtype_largest(enum dtype type);   // the largest finite value
double dtype_smallest(enum dtype type);  // the smallest positive value, subnormals included

// `count` elements of `type` to float64 (always exact) and back: rounded to nearest, ties to even.
// Values that are too large become Inf; integers and e4m3 saturate, and an integer for NaN is 0, as
// in the GPU's conversions.
void dtype_to_double(enum dtype type, const void *from, size_t count, double *to);
void dtype_from_double(enum dtype type, const double *from, size_t count, void *to);

#ifdef __cplusplus
}
#endif
#endif
