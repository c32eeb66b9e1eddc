// SPDX-License-Identifier: MIT
//
// test_ptx_wgmma.h: launches of test_ptx_wgmma.cu's kernels. Pointers are device pointers.
#ifndef TESTS_TEST_PTX_WGMMA_H
#define TESTS_TEST_PTX_WGMMA_H

#include <stdbool.h>
#include <stdint.h>

#include "../../common/device/ptx/mma_traits.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every instruction of bench/emu/wgmma_cases/launch.h: problems 0 to count - 1. a, b: the
// lines of operands, c, d: registers.
unsigned ptx_wgmma_count(void);
const char *ptx_wgmma_name(unsigned instruction);
struct mma_traits ptx_wgmma_traits(unsigned instruction);
void ptx_wgmma_run(unsigned instruction, const void *a, const void *b, const void *c, void *d,
                   unsigned problems);

// The addresses that a descriptor names (probe.h).
unsigned ptx_wgmma_probes(void);
unsigned ptx_wgmma_probe_words(void);
bool ptx_wgmma_probe_is_legal(unsigned number);
void ptx_wgmma_probe_run(unsigned number, uint16_t *out);

// 128 threads write what stmatrix stored; see the test.
enum ptx_stmatrix { PTX_STMATRIX_X2, PTX_STMATRIX_X4, PTX_STMATRIX_X4_TRANS, PTX_STMATRICES };
void ptx_stmatrix_run(enum ptx_stmatrix which, uint16_t *out);

// Three warpgroups, of which two wait for the registers that the first gives back; who was elected;
// named barriers from one to the other.
void ptx_warpgroup_run(int *out);

#ifdef __cplusplus
}
#endif
#endif
