// SPDX-License-Identifier: MIT
#error "cupti.h: this library of NVIDIA's is not available on the emulated GPU"
