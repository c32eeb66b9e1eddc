// SPDX-License-Identifier: MIT
#error "cusparse.h: this library of NVIDIA's is not available on the emulated GPU"
