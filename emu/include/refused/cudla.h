// SPDX-License-Identifier: MIT
#error "cudla.h: this library of NVIDIA's is not available on the emulated GPU"
