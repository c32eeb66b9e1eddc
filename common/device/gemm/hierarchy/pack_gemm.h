// SPDX-License-Identifier: MIT
//
// pack_gemm.h: copies A and B to rows of whole 16-byte vectors, which cp.async needs
// (common/device/gemm/pack.h). For 08/8_tuned and the steps built on it, whose kernels then run at
// full speed for any rows.
#ifndef HIERARCHY_PACK_GEMM_H
#define HIERARCHY_PACK_GEMM_H

#include "../../../base/failure.h"
#include "../pack.h"
#include "params.h"

#ifdef __cplusplus
extern "C" {
#endif

// Finds the operands that must be packed, and describes the copies except for their addresses.
// rows == 0: this operand is not packed. If C is only scaled, neither is.
void pack_plan(struct pack_operand *a, struct pack_operand *b, const struct gemm *g);

// For struct step: false for rows whose copies would be longer than an int; the copies' bytes.
bool pack_fits(const struct gemm_problem *p, struct failure *why);
double pack_workspace(const struct gemm_problem *p);

// Returns the same product with A and B packed where necessary, for a launch that follows. The
// copies are in a workspace of the current device until the next call. Elements have 16 bits.
struct gemm pack(const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
