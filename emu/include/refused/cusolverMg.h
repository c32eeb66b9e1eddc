// SPDX-License-Identifier: MIT
#error "cusolverMg.h: this library of NVIDIA's is not available on the emulated GPU"
