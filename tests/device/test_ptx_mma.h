// SPDX-License-Identifier: MIT
//
// test_ptx_mma.h: launches of test_ptx_mma.cu's kernels. Pointers are device pointers.
#ifndef TESTS_TEST_PTX_MMA_H
#define TESTS_TEST_PTX_MMA_H

#include <stdint.h>

#include "../../common/device/ptx/mma_traits.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every mma.sync instruction of ptx.h, in the order of MMA_INSTRUCTIONS. D = A B + C for each of
// `problems`; operands and results are registers, lane by lane, problem after problem.
unsigned ptx_mma_count(void);
const char *ptx_mma_name(unsigned instruction);
struct mma_traits ptx_mma_traits(unsigned instruction);
void ptx_mma_run(unsigned instruction, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                 uint32_t *d, unsigned problems);

// ldmatrix. Lane i names row rows[i] of a tile of PTX_ROWS rows of 16 bytes, whose element number i
// is i; out gets each lane's registers.
enum ptx_ldmatrix {
    PTX_LDMATRIX_X1,
    PTX_LDMATRIX_X2,
    PTX_LDMATRIX_X4,
    PTX_LDMATRIX_X1_TRANS,
    PTX_LDMATRIX_X2_TRANS,
    PTX_LDMATRIX_X4_TRANS,
    PTX_LDMATRICES
};
enum { PTX_ROWS = 64 };
void ptx_ldmatrix_run(enum ptx_ldmatrix which, const int *rows, uint32_t *out);

#ifdef __cplusplus
}
#endif
#endif
