// expect: ok
// SPDX-License-Identifier: MIT
//
// cuComplex.h, and the headers that programs include out of habit.
#include "check.h"
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <vector_types.h>

__global__ void complex_numbers(float one)
{
    const cuFloatComplex a = make_cuFloatComplex(one, 2), b = make_cuComplex(3, -4 * one);
    const cuFloatComplex sum = cuCaddf(a, b), difference = cuCsubf(a, b), product = cuCmulf(a, b);
    CHECK(sum.x == 4 && sum.y == -2 && difference.x == -2 && difference.y == 6);
    CHECK(product.x == 11 && product.y == 2 && cuCabsf(b) == 5 && cuCrealf(a) == 1);
    const cuFloatComplex quotient = cuCdivf(product, b);
    CHECK(fabsf(quotient.x - 1) < 1e-6f && fabsf(quotient.y - 2) < 1e-6f);
    CHECK(cuCimagf(cuConjf(a)) == -2 && cuCfmaf(a, b, a).x == 12);
    const cuDoubleComplex d = cuCmul(make_cuDoubleComplex(0, 1), cuComplexFloatToDouble(a));
    CHECK(cuCreal(d) == -2 && cuCimag(d) == 1 && cuCabs(make_cuDoubleComplex(6, 8)) == 10);
    const cuDoubleComplex large = make_cuDoubleComplex(1e200, 1e200);
    CHECK(fabs(cuCdiv(large, large).x - 1) < 1e-15);
}

int main()
{
    CUdeviceptr address = 0;
    HOST_CHECK(address == 0 && CUDA_VERSION >= 12000);
    complex_numbers<<<1, 1>>>(1);
    return check_result();
}
