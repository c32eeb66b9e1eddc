// SPDX-License-Identifier: MIT
//
// reference_on_gpu.h: large references by cuBLAS in float64. A CPU of 16 cores needs seconds for
// each problem of 4096, and a chapter has up to ten of them.
#ifndef COMMON_REFERENCE_ON_GPU_H
#define COMMON_REFERENCE_ON_GPU_H

#include "../request/setup.h"

// reference_gemm() uses the GPU from now on, if it is a real one with cuBLAS and room for the
// operands.
void reference_on_gpu(const struct setup *setup);

#endif
