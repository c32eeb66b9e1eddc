// SPDX-License-Identifier: MIT
//
// tape.h: a tape records products while they are launched; then their adjoints are launched from
// the last to the first, as wp.Tape does in the tile text. For the experiment --gradient, and for
// tests.
#ifndef TAPE_H
#define TAPE_H

#ifdef __cplusplus
extern "C" {
#endif

// A matrix on the device, dense, row-major, and the gradient of the loss with respect to it.
struct tape_matrix {
    int rows, cols;
    float *value, *gradient;
};

struct tape_product {
    struct tape_matrix a, b, c;
};

enum { TAPE_MOST = 8 };

struct tape {
    int count;
    struct tape_product products[TAPE_MOST];
};

// c = a b, recorded. At most TAPE_MOST times.
void tape_gemm(struct tape *tape, struct tape_matrix a, struct tape_matrix b, struct tape_matrix c);

// From the gradient of the last c to those of all other matrices. They are added to what is there:
// zeros, unless a matrix contributes to the loss in another way, too.
void tape_backward(const struct tape *tape);

#ifdef __cplusplus
}
#endif
#endif
