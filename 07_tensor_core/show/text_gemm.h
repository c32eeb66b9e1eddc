// SPDX-License-Identifier: MIT
//
// text_gemm.h: the experiment --text-gemm (text_gemm.cu).
#ifndef TENSOR_CORE_TEXT_GEMM_H
#define TENSOR_CORE_TEXT_GEMM_H

#include "../../common/step/step.h"

#ifdef __cplusplus
extern "C"
#endif
    int
    tc_text_gemm(const struct gemm_problem *p, const struct setup *setup);

#endif
