// SPDX-License-Identifier: MIT
#error \
    "cublasXt.h: this library of NVIDIA's is not available on the emulated GPU: cublas_v2.h has the same functions for one GPU"
