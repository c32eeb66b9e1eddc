// SPDX-License-Identifier: MIT
#error "cutensor.h: this library of NVIDIA's is not available on the emulated GPU"
