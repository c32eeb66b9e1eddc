// SPDX-License-Identifier: MIT
//
// cublas.h: NVIDIA's own GEMM, for comparison. Loaded at run time, so that the course can be built
// and run without it.
#ifndef COMMON_CUBLAS_H
#define COMMON_CUBLAS_H

#include "../../step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// cuBLAS as a step of this course: row-major, true fp32 (its default math mode, which does not
// round the inputs to TF32). NULL if the library cannot be loaded.
sgemm_nn_fn *cublas_sgemm(void);

// cublasGemmEx, row-major, on the types of our steps: sums, alpha and beta are of C's type, or
// float32 for bf16; DTYPE_TF32 is a float32 that cuBLAS may round to TF32. gemm: false, with a
// reason, if cuBLAS has no such product, for example for s8 with rows whose length is not a
// multiple of 4.
bool cublas_has(enum dtype type_ab, enum dtype type_c);
bool cublas_gemm(enum dtype type_ab, enum dtype type_c, const struct gemm_problem *p, const void *A,
                 const void *B, void *C, struct failure *why);

// float32 by tensor cores: A and B rounded to TF32, or to bf16; or both as sums of three bf16 each,
// with all nine products (CUDA 13). gemm: false, with a reason, if this cuBLAS or this GPU has no
// such mode.
enum cublas_f32_mode { CUBLAS_FAST_TF32, CUBLAS_FAST_16BF, CUBLAS_EMULATED_16BFX9 };
bool cublas_gemm_f32(enum cublas_f32_mode mode, const struct gemm_problem *p, const void *A,
                     const void *B, void *C, struct failure *why);

// cudaDataType of the elements, -1 if there is none; and of alpha and beta, which have the type of
// the sums: C's, or float32 for bf16.
int cublas_data_type(enum dtype type);
enum dtype cublas_scalar_type(enum dtype type_c);

// Its version, 130100 for 13.1.0; 0 if it is not loaded or does not report one.
int cublas_version(void);

#ifdef __cplusplus
}
#endif

#endif
