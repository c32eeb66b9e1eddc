// SPDX-License-Identifier: MIT
//
// check.cu: is a result right? Every element is compared, on the GPU, with the product in float64.
// The float64 product is made by a kernel that has nothing in common with the steps; a sample of
// its elements is held against the host.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/cuda_check.h"
#include "common/index.h"
#include "common/verify.h"

#include "gemm.h"

enum { TILE = 16, COMPARE_BLOCK = 256, COMPARE_BLOCKS = 1024, SAMPLES = 256 };

// ---- The reference -------------------------------------------------------------------------------

// One thread an element; value = A B and magnitude = |A||B|, dense m x n.
__global__ void product_in_float64(int m, int n, int k, const float *A, const float *B,
                                   double *value, double *magnitude)
{
    __shared__ double As[TILE][TILE], Bs[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    double sum = 0, sum_of_absolutes = 0;
    for (int p0 = 0; p0 < k; p0 += TILE) {
        As[y][x] = row < m && p0 + x < k ? A[row_major(row, p0 + x, k)] : 0;
        Bs[y][x] = p0 + y < k && col < n ? B[row_major(p0 + y, col, n)] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++) {
            const double a = As[y][p], b = Bs[p][x];
            sum = fma(a, b, sum);
            sum_of_absolutes = fma(fabs(a), fabs(b), sum_of_absolutes);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        value[row_major(row, col, n)] = sum;
        magnitude[row_major(row, col, n)] = sum_of_absolutes;
    }
}

static double from_device(const double *d)
{
    double h;
    CUDA_CHECK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    return h;
}

// One element of both, by the host.
static bool sample_is_right(const struct problem *problem, int row, int col)
{
    const struct gemm_problem *p = &problem->p;
    double sum = 0, sum_of_absolutes = 0;
    for (int i = 0; i < p->k; i++) {
        const double product = matrix_get(&problem->A, row, i) * matrix_get(&problem->B, i, col);
        sum += product;
        sum_of_absolutes += fabs(product);
    }
    const ptrdiff_t at = row_major(row, col, p->n);
    const double allowed = 4.0 * p->k * 0x1p-53 * sum_of_absolutes;
    return fabs(from_device(&problem->d_value[at]) - sum) <= allowed &&
           fabs(from_device(&problem->d_magnitude[at]) - sum_of_absolutes) <= allowed;
}

bool check_prepare(struct problem *problem)
{
    const struct gemm_problem *p = &problem->p;
    const dim3 block(TILE, TILE), grid(ceil_div(p->n, TILE), ceil_div(p->m, TILE));
    product_in_float64<<<grid, block>>>(p->m, p->n, p->k, problem->d_A, problem->d_B,
                                        problem->d_value, problem->d_magnitude);
    CUDA_CHECK_LAUNCH();
    for (int i = 0; i < SAMPLES; i++) { // spread over C: 0.618... and its square walk evenly
        const int row = (int)(p->m * fmod(i * 0.6180339887, 1));
        const int col = (int)(p->n * fmod(i * 0.7548776662, 1));
        if (!sample_is_right(problem, row, col))
            return false;
    }
    return true;
}

// ---- Comparing -----------------------------------------------------------------------------------

struct finding {
    unsigned long long wrong, first;
    unsigned long long worst; // the bits of a double that is not negative: they sort as it does
};

// bound = slope * magnitude + least. Written so that NaN is wrong: !(error <= bound).
__global__ void compare(long long count, const float *C, const double *value,
                        const double *magnitude, double slope, double least,
                        struct finding *finding)
{
    const long long stride = (long long)gridDim.x * blockDim.x;
    unsigned long long wrong = 0, first = ~0ULL;
    double worst = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const double share = fabs((double)C[i] - value[i]) / (slope * magnitude[i] + least);
        if (share <= worst)
            continue;
        worst = share <= INFINITY ? share : INFINITY; // NaN too
        if (share <= 1)
            continue;
        wrong++;
        if (first == ~0ULL)
            first = (unsigned long long)i;
    }
    if (wrong > 0) {
        atomicAdd(&finding->wrong, wrong);
        atomicMin(&finding->first, first);
    }
    if (worst > 0)
        atomicMax(&finding->worst, (unsigned long long)__double_as_longlong(worst));
}

static double check_result(const struct problem *problem, struct failure *why)
{
    const struct gemm_problem *p = &problem->p;
    const double least = error_bound(p->k, p->alpha, DTYPE_F32, 0);
    const double rounding = error_bound(p->k, p->alpha, DTYPE_F32, 1) - least;
    const double here = CHECK_FACTOR * 0x1p-24;
    struct finding h = {0, ~0ULL, 0}, *d;
    CUDA_CHECK(cudaMalloc(&d, sizeof *d));
    CUDA_CHECK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
    compare<<<COMPARE_BLOCKS, COMPARE_BLOCK>>>((long long)p->m * p->n, problem->d_C,
                                               problem->d_value, problem->d_magnitude,
                                               here < rounding ? here : rounding, least, d);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d));
    double worst;
    memcpy(&worst, &h.worst, sizeof worst);
    if (h.wrong > 0) {
        float got;
        CUDA_CHECK(cudaMemcpy(&got, &problem->d_C[h.first], sizeof got, cudaMemcpyDeviceToHost));
        fail(why, "C(%lld, %lld) = %.9g, expected %.9g", (long long)h.first / p->n,
             (long long)h.first % p->n, got, from_device(&problem->d_value[h.first]));
    }
    return worst;
}

double check_entrant(const struct problem *problem, const struct entrant *entrant,
                     struct failure *why)
{
    const size_t bytes = (size_t)problem->p.m * (size_t)problem->p.n * sizeof(float);
    CUDA_CHECK(cudaMemset(problem->d_C, 0xff, bytes)); // NaN
    launch(problem, entrant);
    CUDA_CHECK(cudaDeviceSynchronize());
    return check_result(problem, why);
}

// ---- For the timing ------------------------------------------------------------------------------

__global__ void hold(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

void hold_gpu(long long cycles)
{
    hold<<<1, 1>>>(cycles);
    CUDA_CHECK_LAUNCH();
}
