// SPDX-License-Identifier: MIT
//
// emu_thrust_end.h: behind Thrust's headers the program's own may ask again who compiles them.
// __CUDA_ARCH__ stays away: its algorithms call the program's functions on the host.
#define __CUDACC__ 1
#define __NVCC__ 1
