// SPDX-License-Identifier: MIT
//
// emu/ptx/mbarrier.h: mbarrier's operations, one function each, named as in the PTX ISA.
#ifndef EMU_PTX_MBARRIER_H
#define EMU_PTX_MBARRIER_H

#include "../device/cluster.h"

EMU_INLINE void mbarrier_init(uint64_t *barrier, int arrivals)
{
    emu_mbarrier_init(barrier, arrivals);
}
EMU_INLINE void fence_mbarrier_init(void) { emu_mbarrier_fence_init(); }
EMU_INLINE void mbarrier_arrive(uint64_t *barrier) { emu_mbarrier_arrive(barrier); }
EMU_INLINE void mbarrier_arrive_expect_tx(uint64_t *barrier, int bytes)
{
    emu_mbarrier_expect(barrier, bytes);
}
EMU_INLINE void mbarrier_arrive_cluster(uint64_t *barrier, int rank)
{
    emu_mbarrier_arrive_at(barrier, rank);
}
EMU_INLINE bool mbarrier_try_wait_parity(uint64_t *barrier, int parity)
{
    return emu_mbarrier_try_wait(barrier, parity) != 0;
}
EMU_INLINE bool mbarrier_try_wait_parity_cluster(uint64_t *barrier, int parity)
{
    return emu_mbarrier_try_wait(barrier, parity) != 0;
}
EMU_INLINE void fence_proxy_async(void) { emu_fence_proxy_async(); }

#endif
