// SPDX-License-Identifier: MIT
#error "nvml.h: this library of NVIDIA's is not available on the emulated GPU"
