// SPDX-License-Identifier: MIT
//
// channel_descriptor.h: cudaCreateChannelDesc is in cuda_runtime.h here.
#include "cuda_runtime.h"
