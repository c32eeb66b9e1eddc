// SPDX-License-Identifier: MIT
#error "cuda_fp8.h: floats of 8 bits and fewer are not available on the emulated GPU"
