// SPDX-License-Identifier: MIT
//
// cufftXt.h: cuFFT's plans by element types. Transforms on several GPUs and callbacks are refused
// by name (emucc/rewrite/outside.c).
#ifndef EMU_CUFFTXT_H
#define EMU_CUFFTXT_H
#define _CUFFTXT_H_ // programs test this macro to detect the library

#include "cufft.h"

// Like cufftMakePlanMany, but with 64-bit strides and sizes, which may be NULL.
static inline __attribute__((unused)) cufftResult
cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                    long long idist, cudaDataType in, long long *onembed, long long ostride,
                    long long odist, cudaDataType out, long long batch, size_t *work,
                    cudaDataType execution)
{
    const int twice = in == CUDA_R_64F || in == CUDA_C_64F;
    const int real_in = in == CUDA_R_32F || in == CUDA_R_64F;
    const int real_out = out == CUDA_R_32F || out == CUDA_R_64F;
    const cufftType type = real_in    ? twice ? CUFFT_D2Z : CUFFT_R2C
                           : real_out ? twice ? CUFFT_Z2D : CUFFT_C2R
                           : twice    ? CUFFT_Z2Z
                                      : CUFFT_C2C;
    int size[3], in_embed[3], out_embed[3];
    if (rank < 1 || rank > 3 || !n || execution != (twice ? CUDA_C_64F : CUDA_C_32F) ||
        (!real_in && in != execution) || (!real_out && out != execution) || (real_in && real_out))
        return CUFFT_NOT_SUPPORTED; // half precision and other types
    for (int i = 0; i < rank; i++) {
        size[i] = (int)n[i];
        in_embed[i] = inembed ? (int)inembed[i] : 0;
        out_embed[i] = onembed ? (int)onembed[i] : 0;
    }
    return cufftMakePlanMany(plan, rank, size, inembed ? in_embed : NULL, (int)istride, (int)idist,
                             onembed ? out_embed : NULL, (int)ostride, (int)odist, type, (int)batch,
                             work);
}

#endif
