// SPDX-License-Identifier: MIT
//
// host_device.h: HOST_DEVICE marks functions that host code (C) and kernels (CUDA C) share.
#ifndef COMMON_HOST_DEVICE_H
#define COMMON_HOST_DEVICE_H

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

#endif
