// SPDX-License-Identifier: MIT
//
// bulk.h: the copy engine of an SM moves contiguous bytes between global and shared memory, without
// a tensor map. For kernels. Addresses and sizes are multiples of 16. Global memory may be that of
// a peer.
//
// A load completes at an mbarrier like those of tma.h; stores are groups of the thread that started
// them (bulk_commit_group, bulk_wait_group).
#ifndef COMMON_PTX_BULK_H
#define COMMON_PTX_BULK_H

#include "function.h"

PTX_FUNCTION void bulk_load(void *shared, const void *global, int bytes, uint64_t *barrier)
{
    PTX_SM90(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :
        : "r"((unsigned)__cvta_generic_to_shared(shared)), "l"(__cvta_generic_to_global(global)),
          "r"(bytes), "r"((unsigned)__cvta_generic_to_shared(barrier))
        : "memory");
}

PTX_FUNCTION void bulk_store(void *global, const void *shared, int bytes)
{
    PTX_SM90("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
             :
             : "l"(__cvta_generic_to_global(global)),
               "r"((unsigned)__cvta_generic_to_shared(shared)), "r"(bytes)
             : "memory");
}

#endif
