// SPDX-License-Identifier: MIT
#error "cusolverDn.h: this library of NVIDIA's is not available on the emulated GPU"
