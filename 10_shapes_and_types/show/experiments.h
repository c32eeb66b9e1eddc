// SPDX-License-Identifier: MIT
//
// experiments.h: the experiments of chapter 10, for the table in main.c.
#ifndef SHAPES_EXPERIMENTS_H
#define SHAPES_EXPERIMENTS_H

#include "../../common/step/step.h"

int shapes_partitions_experiment(const struct gemm_problem *p, const struct setup *setup);
int shapes_workspace_experiment(const struct gemm_problem *p, const struct setup *setup);
int shapes_batched_experiment(const struct gemm_problem *p, const struct setup *setup);
int shapes_stride_experiment(const struct gemm_problem *p, const struct setup *setup);
int shapes_grouped_experiment(const struct gemm_problem *p, const struct setup *setup);

#endif
