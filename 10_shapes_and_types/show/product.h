// SPDX-License-Identifier: MIT
//
// product.h: a product of f16 into f32 with its matrices on the host and where a launch finds them,
// and what it should have come to. For the experiments --partitions, --batched and --grouped.
#ifndef SHAPES_SHOW_PRODUCT_H
#define SHAPES_SHOW_PRODUCT_H

#include "../../common/driver/request/setup.h"
#include "../../common/step/matrix.h"
#include "../../common/step/reference.h"
#include "../../common/step/verify.h"

struct product {
    struct gemm gemm; // of the device
    struct matrix A, B, C, result;
    struct reference reference;
    bool owns_memory;
};

// Random A, B and C, dense, in memory of its own; or, where C is not NULL, in the caller's: A, B
// and C of the device. False where there is not enough memory on the host; product_free() in any
// case.
bool product_make(struct product *x, const struct setup *setup, const struct gemm_problem *p,
                  unsigned seed, void *A, void *B, void *C);
void product_free(struct product *x, const struct setup *setup);

// C on the device as it was at first.
void product_reset(const struct product *x, const struct setup *setup);

// After a launch: fetches C and holds it against float64.
struct verdict product_verify(struct product *x, const struct setup *setup);

// "16": an integer from `least` to `most`, or a line that names the flag.
bool read_number(const char *flag, const char *text, long long least, long long most,
                 long long *value, struct failure *why);

// Whether an experiment can run: C is not empty, the GPU has m16n8k16 and cp.async, the output is
// for people.
bool can_show(const char *flag, const struct gemm_problem *p, const struct setup *setup,
              struct failure *why);

#endif
