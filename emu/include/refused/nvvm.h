// SPDX-License-Identifier: MIT
#error "nvvm.h: this library of NVIDIA's is not available on the emulated GPU"
