// SPDX-License-Identifier: MIT
//
// blas.h: declarations shared by the files of cuBLAS.
//
// A function is written once, in a file ..._body.h, for elements of a type T; blas_types.h includes
// that file for float, double and the complex types of both:
//
//     P  the letter in the function's name    T  the elements, CU  the same in the public header
//     R  their real type                      WIDE  the type of sums
//     COMPLEX  0 or 1                         conj_if(yes, x), real_of(x), absolute1(x)
#ifndef BLAS_H
#define BLAS_H

#include <complex.h>
#undef I
#include <math.h>
#include <stdlib.h>

#include "cublas_v2.h"
#include "../library.h"

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
};

// One call of a function of the library: its address in the program, its name and its handle.
struct blas_call {
    const char *pc, *name;
    cublasHandle_t handle;
};

// The work of a call, as a struct that begins with its struct blas_call. If it cannot run during
// the call (library_keeps), it is stored with a copy of its scalars in host memory.
enum { BLAS_MOST_SCALAR = 48 }; // bytes: the five numbers of a modified rotation
struct blas_job {
    void *job;
    size_t size;
    struct blas_scalar {
        const void **at; // the member of the job that points to the scalar; NULL: no scalar
        size_t bytes;
    } alpha, beta;
};
static inline struct blas_job blas_job(void *job, size_t size, struct blas_scalar alpha,
                                       struct blas_scalar beta)
{
    return (struct blas_job){job, size, alpha, beta};
}
static const struct blas_scalar NO_SCALAR = {NULL, 0};
// Describes the scalar of a function with this name: of the element type, or real as in
// cublasCsscal.
struct blas_scalar blas_scalar(const struct blas_call *call, const void **at, bool real);

// Runs the work, or reports why it cannot.
cublasStatus_t blas_run(const struct blas_call *call, void (*work)(void *), struct blas_job job);
// The same, for a function that stores a scalar: with host pointers it waits, and cannot be
// captured.
cublasStatus_t blas_run_result(const struct blas_call *call, void (*work)(void *),
                               struct blas_job job);

// Checks the work's access to a scalar, which is in host or device memory according to the pointer
// mode.
void blas_touch_scalar(const struct blas_call *call, const char *name, enum access_kind kind,
                       const void *p, size_t bytes);
// Checks an access to a vector of n elements. With a negative increment, its first element is the
// last in memory.
void blas_touch_vector(const char *name, enum access_kind kind, const void *x, int n, int inc,
                       size_t element);
void blas_touch_matrix(const char *name, enum access_kind kind, const void *a, int rows, int cols,
                       long long ld, size_t element);
static inline ptrdiff_t blas_first(int n, int inc)
{
    return inc < 0 ? (ptrdiff_t)(1 - n) * inc : 0;
}

// ---- Arguments: cuBLAS's own checks. Each reports the reason and returns false if it refuses.
// -----

bool blas_has_handle(const struct blas_call *call);
cublasStatus_t blas_destroy(const struct blas_call *call);                          // the handle
bool blas_is_size(const struct blas_call *call, const char *name, long long value); // not negative
bool blas_is_op(const struct blas_call *call, const char *name, cublasOperation_t op);
bool blas_is_choice(const struct blas_call *call, const char *name, int value); // one of two
bool blas_is_ld(const struct blas_call *call, const char *name, long long ld, long long rows);
bool blas_is_increment(const struct blas_call *call, const char *name, int inc);
bool blas_is_given(const struct blas_call *call, const char *name, const void *p);

#define BLAS_CALL(function) \
    { \
        (const char *)__builtin_return_address(0) - 1, function, handle \
    }

#endif
