// SPDX-License-Identifier: MIT
#include "segment.h"

#include "../../index.h"
#include "pack_gemm.h"

static bool runs(const struct hier_device *device, int configuration)
{
    return configuration_shared_bytes(&hier_configurations[configuration]) <= device->shared_bytes;
}

int segment_places(const struct hier_device *device, int configuration)
{
    return device->sms * configuration_blocks_per_sm(device, &hier_configurations[configuration]);
}

// Large tiles read less for each product, if there are enough of them for all places of the GPU.
int segment_configuration(const struct hier_device *device, long long products, int m, int n,
                          bool async)
{
    const struct hier_configuration *large = &hier_configurations[PLAN_128X128];
    const long long tiles =
        products * ceil_div(m, configuration_bm(large)) * ceil_div(n, configuration_bn(large));
    if (async && runs(device, PLAN_128X128) && tiles >= segment_places(device, PLAN_128X128))
        return PLAN_128X128;
    return runs(device, PLAN_64X64) ? PLAN_64X64 : -1;
}

bool segment_fits(const struct gemm_problem *p, struct failure *why)
{
    if (p->m == 0 || p->n == 0)
        return true;
    const struct hier_device device = hier_device();
    return pack_fits(p, why) &&
           (runs(&device, PLAN_64X64) ||
            fail(why, "no tile of this step fits into %d bytes of shared memory",
                 device.shared_bytes));
}
