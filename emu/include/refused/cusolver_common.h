// SPDX-License-Identifier: MIT
#error "cusolver_common.h: this library of NVIDIA's is not available on the emulated GPU"
