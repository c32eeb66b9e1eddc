// SPDX-License-Identifier: MIT
//
// nvrtc_facts.c: version, architectures and error texts of NVRTC.
#include <string.h>

#include "cuda_runtime_api.h"
#include "nvrtc.h"

const char *nvrtcGetErrorString(nvrtcResult result)
{
    switch (result) {
#define EMU_NVRTC(name, number) \
    case name: return #name;
        EMU_NVRTC_RESULTS(EMU_NVRTC)
#undef EMU_NVRTC
    }
    return "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (!major || !minor)
        return NVRTC_ERROR_INVALID_INPUT;
    *major = CUDART_VERSION / 1000;
    *minor = CUDART_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}

static const int architectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (!count)
        return NVRTC_ERROR_INVALID_INPUT;
    *count = (int)(sizeof architectures / sizeof *architectures);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *to)
{
    if (!to)
        return NVRTC_ERROR_INVALID_INPUT;
    memcpy(to, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}
