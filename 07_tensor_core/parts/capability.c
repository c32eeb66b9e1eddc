// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include "../../common/step/machine.h"
#include "../tensor_core.h"

int tc_capability(void)
{
    int device = 0, major = 0, minor = 0;
    // If there is no GPU to query (a prediction on a computer without one), assume a newer GPU.
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess)
        return 90;
    const int there = 10 * major + minor, compiled = machine_compiled_for();
    return compiled > 0 && compiled < there ? compiled : there;
}

bool tc_has_k16(void) { return tc_capability() >= 80; }
