// SPDX-License-Identifier: MIT
//
// experiments.h: the experiments of chapter 08, for the table in main.c.
#ifndef HIER_EXPERIMENTS_H
#define HIER_EXPERIMENTS_H

#include "../../common/step/step.h"

int hier_stages_experiment(const struct gemm_problem *p, const struct setup *setup); // --stages
int hier_raster_experiment(const struct gemm_problem *p, const struct setup *setup); // --raster
int hier_raster_orders(const struct gemm_problem *p, const struct setup *setup); // --raster-order
int hier_epilogue_experiment(const struct gemm_problem *p, const struct setup *setup); // --epilogue
int hier_d_type_experiment(const struct gemm_problem *p, const struct setup *setup);   // --d-type

#endif
