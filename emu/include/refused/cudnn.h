// SPDX-License-Identifier: MIT
#error "cudnn.h: this library of NVIDIA's is not available on the emulated GPU"
