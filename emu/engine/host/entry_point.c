// SPDX-License-Identifier: MIT
//
// entry_point.c: functions of the driver by their names.
#include "host.h"

#include <string.h>

#include "cuda.h"

typedef void any_fn(void);

static const struct {
    const char *name;
    any_fn *function;
    unsigned since; // version of CUDA
} functions[] = {
    {"cuTensorMapEncodeTiled", (any_fn *)cuTensorMapEncodeTiled, 12000},
    {"cuStreamWriteValue32", (any_fn *)cuStreamWriteValue32, 8000},
    {"cuStreamWriteValue64", (any_fn *)cuStreamWriteValue64, 9000},
    {"cuStreamWaitValue32", (any_fn *)cuStreamWaitValue32, 8000},
    {"cuStreamWaitValue64", (any_fn *)cuStreamWaitValue64, 9000},
};

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result)
{
    if (!name || !function || flags > cudaEnablePerThreadDefaultStream)
        return set_error(cudaErrorInvalidValue);
    *function = NULL;
    enum cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(name, functions[i].name) != 0)
            continue;
        found = version < functions[i].since ? cudaDriverEntryPointVersionNotSufficent
                                             : cudaDriverEntryPointSuccess;
        if (found == cudaDriverEntryPointSuccess)
            memcpy(function, &functions[i].function, sizeof *function);
    }
    if (result)
        *result = found;
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    return cudaGetDriverEntryPointByVersion(name, function, CUDA_VERSION, flags, result);
}
