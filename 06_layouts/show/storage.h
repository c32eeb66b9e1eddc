// SPDX-License-Identifier: MIT
//
// storage.h: mapping functions at work. `06_layouts --storage`.
#ifndef LAYOUTS_STORAGE_H
#define LAYOUTS_STORAGE_H

#include "../../common/step/step.h"
#include "../parts/tensor_view.h"

#ifdef __cplusplus
extern "C" {
#endif

int layouts_storage(const struct gemm_problem *p, const struct setup *setup);

// Copies every element of `from` to `to`, two views of one extent (rank 4) on the GPU. Host arrays
// of `count` floats back both: h_from is read, h_to written.
void storage_copy(struct tensor_view to, float *h_to, struct tensor_view from, const float *h_from,
                  size_t count);

#ifdef __cplusplus
}
#endif

#endif
