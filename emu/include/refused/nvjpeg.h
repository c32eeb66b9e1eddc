// SPDX-License-Identifier: MIT
#error "nvjpeg.h: this library of NVIDIA's is not available on the emulated GPU"
