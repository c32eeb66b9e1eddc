// SPDX-License-Identifier: MIT
//
// emu_thrust_end.h: after Thrust's headers, the program's own headers see the macros of a CUDA
// compiler again. __CUDA_ARCH__ stays undefined, because Thrust's algorithms call the program's
// functions on the host.
#define __CUDACC__ 1
#define __NVCC__ 1
