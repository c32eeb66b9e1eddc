// SPDX-License-Identifier: MIT
#include "expect.h"

#include "../../validate/time_kernels.h"
#include "emu_api.h"

int expected_kind(int i, struct expected_kind *kind)
{
    if (i >= KINDS)
        return 0;
    const struct kind *k = &kinds[i];
    struct time_arrays on = time_arrays_new(k);
    struct emu_expected e;
    emu_expect_begin(NULL, 0, 0, 0);
    time_kernel_launch(k, &on);
    CUDA_CHECK(cudaDeviceSynchronize());
    emu_expect_end(&e);
    time_arrays_free(&on);
    *kind = (struct expected_kind){k->name, k->because,  e.us,     k->least,
                                   k->most, k->measured, e.why_not};
    return 1;
}
