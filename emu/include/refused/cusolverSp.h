// SPDX-License-Identifier: MIT
#error "cusolverSp.h: this library of NVIDIA's is not available on the emulated GPU"
