// SPDX-License-Identifier: MIT
//
// blas_element.h: elements of matrices and vectors whose type is an argument.
#ifndef BLAS_ELEMENT_H
#define BLAS_ELEMENT_H

#include "blas.h"
#include "emu/float16/float16.h"

// 0: no type of cuBLAS.
static inline size_t blas_size_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_8I: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_32F:
    case CUDA_R_32I: return 4;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
    }
}

// Element i of a real vector.
static inline float blas_load_float(cudaDataType type, const void *p, ptrdiff_t i)
{
    switch (type) {
    case CUDA_R_16F: return emu_half_to_float(((const uint16_t *)p)[i]);
    case CUDA_R_16BF: return emu_bfloat16_to_float(((const uint16_t *)p)[i]);
    case CUDA_R_8I: return ((const int8_t *)p)[i];
    case CUDA_R_32I: return (float)((const int32_t *)p)[i];
    case CUDA_R_64F: return (float)((const double *)p)[i];
    default: return ((const float *)p)[i];
    }
}

// For vectors of 16 and 32 bits; rounds.
static inline void blas_store_float(cudaDataType type, void *p, ptrdiff_t i, float value)
{
    switch (type) {
    case CUDA_R_16F: ((uint16_t *)p)[i] = emu_half_from_float(value); break;
    case CUDA_R_16BF: ((uint16_t *)p)[i] = emu_bfloat16_from_float(value); break;
    default: ((float *)p)[i] = value;
    }
}

#endif
