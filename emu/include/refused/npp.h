// SPDX-License-Identifier: MIT
#error "npp.h: this library of NVIDIA's is not available on the emulated GPU"
