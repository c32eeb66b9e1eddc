// SPDX-License-Identifier: MIT
#error "cuda_fp4.h: floats of 8 bits and fewer are not available on the emulated GPU"
