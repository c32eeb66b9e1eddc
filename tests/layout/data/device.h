// SPDX-License-Identifier: MIT
//
// device.h: the kernels of test_layout_device.cu, for host code.
#ifndef TESTS_LAYOUTS_DEVICE_H
#define TESTS_LAYOUTS_DEVICE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SHARED_BYTES = 4096 };

// Thread t's eight values of A, 128 threads: what each finds in a swizzled tile of 16 x 64 whose
// elements are their own row-major numbers.
void device_fragments(int *h_out);

// One request of a warp to shared memory: lane i at address[i] bytes, below SHARED_BYTES.
void device_request(const int *h_address, int bytes, int lanes, bool is_store);

#ifdef __cplusplus
}
#endif
#endif
