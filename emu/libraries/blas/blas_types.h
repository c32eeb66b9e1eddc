// SPDX-License-Identifier: MIT
//
// blas_types.h: includes BODY for each of cuBLAS's four types.
#define GLUE2(a, b, c) a##b##c
#define GLUE(a, b, c) GLUE2(a, b, c)
#define NAME(function) GLUE(cublas, P, function) // cublasSaxpy
#define STRING2(x) #x
#define STRING(x) STRING2(x)
#define CALL(function) struct blas_call call = BLAS_CALL(STRING(NAME(function)))

#define P S
#define T float
#define CU float
#define R float
#define WIDE double
#define COMPLEX 0
#define conj_if(yes, x) (x)
#define real_of(x) (x)
#define make_real(p) ((void)(p))
#define absolute1(x) fabsf(x)
#include BODY
#undef P
#undef T
#undef CU
#undef R
#undef WIDE
#undef absolute1

#define P D
#define T double
#define CU double
#define R double
#define WIDE double
#define absolute1(x) fabs(x)
#include BODY
#undef P
#undef T
#undef CU
#undef R
#undef WIDE
#undef COMPLEX
#undef make_real
#undef conj_if
#undef real_of
#undef absolute1

#define P C
#define T float _Complex
#define CU cuComplex
#define R float
#define WIDE double _Complex
#define COMPLEX 1
#define make_real(p) (*(p) = real_of(*(p)))
#define conj_if(yes, x) ((yes) ? conjf(x) : (x))
#define real_of(x) crealf(x)
#define absolute1(x) (fabsf(crealf(x)) + fabsf(cimagf(x)))
#include BODY
#undef P
#undef T
#undef CU
#undef R
#undef WIDE
#undef conj_if
#undef real_of
#undef absolute1

#define P Z
#define T double _Complex
#define CU cuDoubleComplex
#define R double
#define WIDE double _Complex
#define conj_if(yes, x) ((yes) ? conj(x) : (x))
#define real_of(x) creal(x)
#define absolute1(x) (fabs(creal(x)) + fabs(cimag(x)))
#include BODY
