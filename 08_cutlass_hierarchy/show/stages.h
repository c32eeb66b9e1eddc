// SPDX-License-Identifier: MIT
//
// stages.h: 3_multistage with other numbers of stages, for the experiment --stages.
#ifndef HIER_STAGES_H
#define HIER_STAGES_H

#include "../../common/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

// 2, 3, 4, 5, 6 or 8 stages, only NN and aligned operands; and the bytes of a stage.
void hgemm_stages(int stages, const struct gemm *g);
size_t hier_stage_bytes(void);

#ifdef __cplusplus
}
#endif
#endif
