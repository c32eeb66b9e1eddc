// SPDX-License-Identifier: MIT
//
// emu/device/warpgroup.h: the operations of a warpgroup, four consecutive warps: wgmma and
// setmaxnreg.
#ifndef EMU_WARPGROUP_H
#define EMU_WARPGROUP_H

#include "matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

// One wgmma.mma_async: 64 x N x K, the type of A and B, the type of D.
struct emu_wgmma {
    const char *name;
    int n, k;
    enum emu_number factor, sum;
};

// As in the PTX ISA; d: the calling thread's registers of D, a local array.
uint64_t emu_wgmma_descriptor(const void *tile, int leading, int stride, int swizzle);
void emu_wgmma(const struct emu_wgmma *which, void *d, uint64_t a, uint64_t b, int add, int trans_a,
               int trans_b);
// The form of inline PTX: d holds the address of each register of D, a_registers A's four (NULL: A
// has a descriptor), a_at their addresses (NULL: not known), a scale is 1 or -1.
struct emu_wgmma_flags {
    int add, scale_a, scale_b, trans_a, trans_b;
};
void emu_wgmma_registers(const struct emu_wgmma *which, void *const d[],
                         const uint32_t *a_registers, const void *const a_at[], uint64_t a,
                         uint64_t b, struct emu_wgmma_flags flags);
void emu_wgmma_fence(void);
void emu_wgmma_commit(void);
void emu_wgmma_wait(int groups);

// elect.sync: nonzero in one lane of the warp. PTX does not specify which; GPUs select the first.
int emu_elect(void);

// Sets the number of registers per thread of this warpgroup.
void emu_setmaxnreg(int registers, int increase);

#ifdef __cplusplus
}
#endif
#endif
