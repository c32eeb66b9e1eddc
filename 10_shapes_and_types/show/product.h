// SPDX-License-Identifier: MIT
//
// product.h: a product of f16 into f32, with its matrices on the host and on the device, and the
// right result. For the experiments --partitions, --batched and --grouped.
#ifndef SHAPES_SHOW_PRODUCT_H
#define SHAPES_SHOW_PRODUCT_H

#include "../../common/driver/request/setup.h"
#include "../../common/step/matrix.h"
#include "../../common/step/reference.h"
#include "../../common/step/verify.h"

struct product {
    struct gemm gemm; // on the device
    struct matrix A, B, C, result;
    struct reference reference;
    bool owns_memory;
};

// Random A, B and C, dense, in newly allocated memory, or in the caller's if C is not NULL: A, B
// and C on the device. False if the host has not enough memory; call product_free() in any case.
bool product_make(struct product *x, const struct setup *setup, const struct gemm_problem *p,
                  unsigned seed, void *A, void *B, void *C);
void product_free(struct product *x, const struct setup *setup);

// Restores the initial C on the device.
void product_reset(const struct product *x, const struct setup *setup);

// After a launch: fetches C and compares it with float64.
struct verdict product_verify(struct product *x, const struct setup *setup);

// "16": an integer from `least` to `most`, or an error that names the flag.
bool read_number(const char *flag, const char *text, long long least, long long most,
                 long long *value, struct failure *why);

// Can an experiment run? C must not be empty, the GPU must have m16n8k16 and cp.async, and the
// output must be the table for people.
bool can_show(const char *flag, const struct gemm_problem *p, const struct setup *setup,
              struct failure *why);

#endif
