// SPDX-License-Identifier: MIT
//
// cublas.h: NVIDIA's own SGEMM, to compare with. Found at run time, so that nothing has to be
// installed to build the course or to run it.
#ifndef COMMON_CUBLAS_H
#define COMMON_CUBLAS_H

#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

// cuBLAS as a step of this course: row-major, true fp32 (its default math mode, which does not
// round the inputs to TF32). NULL where the library cannot be loaded.
sgemm_nn_fn *cublas_sgemm(void);

// Its version, 130100 for 13.1.0; 0 where it is not loaded or does not say.
int cublas_version(void);

#ifdef __cplusplus
}
#endif

#endif
