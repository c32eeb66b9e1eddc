// SPDX-License-Identifier: MIT
//
// cuda_pipeline_primitives.h: another name for cuda_pipeline.h.
#include "cuda_pipeline.h"
