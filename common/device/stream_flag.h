// SPDX-License-Identifier: MIT
//
// stream_flag.h: flags that a stream sets, and waits for, when it gets there (CUDA's stream memory
// operations). Kernels do the same by ptx/flag.h.
#ifndef COMMON_STREAM_FLAG_H
#define COMMON_STREAM_FLAG_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes value to *flag, in the memory of the stream's GPU, after all earlier work of the stream.
// No kernel runs for it, so it also works while a kernel that waits for the flag occupies all SMs.
// cudaErrorNotSupported if the driver has no such operation.
cudaError_t stream_flag_write(cudaStream_t stream, uint32_t *flag, uint32_t value);

// The stream waits until *flag has this value or a later one: values count, and may wrap.
cudaError_t stream_flag_wait(cudaStream_t stream, const uint32_t *flag, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
