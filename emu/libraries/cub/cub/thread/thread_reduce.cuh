// SPDX-License-Identifier: MIT
//
// <cub/thread/thread_reduce.cuh>: NVIDIA's file, compiled as for compute capability 7.5. If half and
// bfloat16 are off, its code for 8.0 and later treats every type as one of them, and a maximum of
// four integers ends in a failed assertion.
#pragma once
#include <nv/target>
#pragma push_macro("NV_PROVIDES_SM_80")
#pragma push_macro("NV_PROVIDES_SM_90")
#undef NV_PROVIDES_SM_80
#undef NV_PROVIDES_SM_90
#define NV_PROVIDES_SM_80 EMU_NV_NEVER
#define NV_PROVIDES_SM_90 EMU_NV_NEVER
#include_next <cub/thread/thread_reduce.cuh>
#pragma pop_macro("NV_PROVIDES_SM_80")
#pragma pop_macro("NV_PROVIDES_SM_90")
