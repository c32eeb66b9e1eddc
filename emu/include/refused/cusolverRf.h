// SPDX-License-Identifier: MIT
#error "cusolverRf.h: this library of NVIDIA's is not available on the emulated GPU"
