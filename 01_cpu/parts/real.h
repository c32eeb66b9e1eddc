// SPDX-License-Identifier: MIT
//
// real.h: one source for two types. A file that is to exist for float and for double says `real`
// where it means the element type and TYPED(name) where a name depends on the type. It is compiled
// unchanged for float, and for double through a file that first defines REAL_IS_DOUBLE.
#ifndef CPU_REAL_H
#define CPU_REAL_H

#ifdef REAL_IS_DOUBLE
typedef double real;
#define TYPED(name) name##_f64
#else
typedef float real;
#define TYPED(name) name##_f32
#endif

#endif
