// SPDX-License-Identifier: MIT
//
// cublas.h: NVIDIA's own GEMM, to compare with. Found at run time, so that nothing has to be
// installed to build the course or to run it.
#ifndef COMMON_CUBLAS_H
#define COMMON_CUBLAS_H

#include "../../step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// cuBLAS as a step of this course: row-major, true fp32 (its default math mode, which does not
// round the inputs to TF32). NULL where the library cannot be loaded.
sgemm_nn_fn *cublas_sgemm(void);

// cublasGemmEx, row-major, on the types that our steps have: sums, alpha and beta are of C's type,
// of bf16 float32, and DTYPE_TF32 is a float32 that cuBLAS may round to TF32. gemm: false, with a
// line, where cuBLAS has no such product: s8 with rows of a length that is no multiple of 4, for
// example.
bool cublas_has(enum dtype type_ab, enum dtype type_c);
bool cublas_gemm(enum dtype type_ab, enum dtype type_c, const struct gemm_problem *p, const void *A,
                 const void *B, void *C, struct failure *why);

// cudaDataType of the elements, -1: it has no such type; and of alpha and beta, which have the type
// of the sums: C's, but bf16 is no type of sums.
int cublas_data_type(enum dtype type);
enum dtype cublas_scalar_type(enum dtype type_c);

// Its version, 130100 for 13.1.0; 0 where it is not loaded or does not say.
int cublas_version(void);

#ifdef __cplusplus
}
#endif

#endif
