// SPDX-License-Identifier: MIT
#error \
    "nvrtc.h: this library of NVIDIA's is not available on the emulated GPU; compile the kernels into the program"
