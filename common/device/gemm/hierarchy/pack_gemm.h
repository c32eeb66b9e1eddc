// SPDX-License-Identifier: MIT
//
// pack_gemm.h: A and B as cp.async wants them, whatever their rows are like: in rows of whole
// 16-byte vectors (common/device/gemm/pack.h). For 08/8_tuned and what is built on it. The kernels
// then run at full speed.
#ifndef HIERARCHY_PACK_GEMM_H
#define HIERARCHY_PACK_GEMM_H

#include "../../../base/failure.h"
#include "../pack.h"
#include "params.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which operands have to be packed: what the copies are like, but for where they are. rows == 0: it
// can stay as it is. Where C is only scaled, both can.
void pack_plan(struct pack_operand *a, struct pack_operand *b, const struct gemm *g);

// For struct step: rows whose copies would be longer than an int can say, and the copies' bytes.
bool pack_fits(const struct gemm_problem *p, struct failure *why);
double pack_workspace(const struct gemm_problem *p);

// The same product with A and B that are packed where they have to be, for a launch that follows:
// the copies stand in a workspace of the current device until the next call. Elements of 16 bits.
struct gemm pack(const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
