// SPDX-License-Identifier: MIT
//
// vector_functions.h: make_char1 ... make_double4, for C and C++.
#ifndef VECTOR_FUNCTIONS_H
#define VECTOR_FUNCTIONS_H

#include "vector_types.h"

// One family: the four make_ functions of `name`1 ... `name`4 with components of `type`.
#define EMU_MAKE_VECTORS(name, type) \
    static inline __attribute__((always_inline, unused)) name##1 make_##name##1(type x) \
    { \
        name##1 v = {x}; \
        return v; \
    } \
    static inline __attribute__((always_inline, unused)) name##2 make_##name##2(type x, type y) \
    { \
        name##2 v = {x, y}; \
        return v; \
    } \
    static inline __attribute__((always_inline, unused)) \
    name##3 make_##name##3(type x, type y, type z) \
    { \
        name##3 v = {x, y, z}; \
        return v; \
    } \
    static inline __attribute__((always_inline, unused)) \
    name##4 make_##name##4(type x, type y, type z, type w) \
    { \
        name##4 v = {x, y, z, w}; \
        return v; \
    }

EMU_MAKE_VECTORS(char, signed char)
EMU_MAKE_VECTORS(uchar, unsigned char)
EMU_MAKE_VECTORS(short, short)
EMU_MAKE_VECTORS(ushort, unsigned short)
EMU_MAKE_VECTORS(int, int)
EMU_MAKE_VECTORS(uint, unsigned int)
EMU_MAKE_VECTORS(long, long)
EMU_MAKE_VECTORS(ulong, unsigned long)
EMU_MAKE_VECTORS(longlong, long long)
EMU_MAKE_VECTORS(ulonglong, unsigned long long)
EMU_MAKE_VECTORS(float, float)
EMU_MAKE_VECTORS(double, double)

#undef EMU_MAKE_VECTORS

#endif
