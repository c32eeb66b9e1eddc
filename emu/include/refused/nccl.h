// SPDX-License-Identifier: MIT
#error "nccl.h: this library of NVIDIA's is not available on the emulated GPU"
