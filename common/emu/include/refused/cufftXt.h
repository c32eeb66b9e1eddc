// SPDX-License-Identifier: MIT
#error \
    "cufftXt.h: this library of NVIDIA's is not available on the emulated GPU: cufft.h has the same for one GPU"
