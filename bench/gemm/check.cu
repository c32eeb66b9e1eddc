// SPDX-License-Identifier: MIT
//
// check.cu: is a result right? Every element is compared, on the GPU, with the product in float64.
// The float64 product is made by a kernel that has nothing in common with the steps; a sample of
// its elements is held against the host.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "common/device/cuda_check.h"
#include "common/device/index.h"

#include "gemm.h"

enum { TILE = 16, COMPARE_BLOCK = 256, COMPARE_BLOCKS = 1024, SAMPLES = 256 };

// ---- The reference -------------------------------------------------------------------------------

static __device__ double e4m3(unsigned char bits)
{
    const int exponent = bits >> 3 & 15, fraction = bits & 7;
    const double size =
        exponent > 0 ? ldexp(8.0 + fraction, exponent - 10) : ldexp((double)fraction, -9);
    return (bits & 127) == 127 ? NAN : bits >> 7 ? -size : size;
}

// Element `at` of an array; exact.
static __device__ double element(enum dtype type, const void *array, ptrdiff_t at)
{
    enum { TF32_IGNORED = (1 << 13) - 1 };
    switch (type) {
    case DTYPE_F16: return __half2float(((const __half *)array)[at]);
    case DTYPE_BF16: return __bfloat162float(((const __nv_bfloat16 *)array)[at]);
    case DTYPE_TF32: return __uint_as_float(((const unsigned *)array)[at] & ~TF32_IGNORED);
    case DTYPE_F32: return ((const float *)array)[at];
    case DTYPE_F64: return ((const double *)array)[at];
    case DTYPE_I8: return ((const signed char *)array)[at];
    case DTYPE_I32: return ((const int *)array)[at];
    case DTYPE_E4M3: return e4m3(((const unsigned char *)array)[at]);
    default: return NAN;
    }
}

// An operand in memory; op(M) is rows x cols.
struct operand {
    enum dtype type;
    const void *data;
    int rows, cols, ld;
    bool trans;
    struct block_scales scales; // value on the device
};

// T = the tile of op(M) at (row0, col0), 0 outside. Threads of neighbouring x read along a row of
// the memory.
static __device__ void load_tile(double T[TILE][TILE + 1], struct operand M, int row0, int col0)
{
    const int i = M.trans ? threadIdx.x : threadIdx.y, j = M.trans ? threadIdx.y : threadIdx.x;
    const int row = row0 + i, col = col0 + j;
    const ptrdiff_t at = M.trans ? row_major(col, row, M.ld) : row_major(row, col, M.ld);
    T[i][j] = row < M.rows && col < M.cols ? element(M.type, M.data, at) : 0;
    if (M.scales.value && row < M.rows && col < M.cols) {
        const int y = M.trans ? col : row, x = M.trans ? row : col;
        T[i][j] *=
            M.scales.value[y / M.scales.rows * M.scales.down + x / M.scales.cols * M.scales.right];
    }
}

// One thread an element; value = op(A) op(B) and magnitude = |op(A)||op(B)|, dense m x n.
__global__ void product_in_float64(struct operand A, struct operand B, double *value,
                                   double *magnitude)
{
    __shared__ double As[TILE][TILE + 1], Bs[TILE][TILE + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    double sum = 0, sum_of_absolutes = 0;
    for (int p0 = 0; p0 < A.cols; p0 += TILE) {
        load_tile(As, A, row0, p0);
        load_tile(Bs, B, p0, col0);
        __syncthreads();
        for (int p = 0; p < TILE; p++) {
            const double a = As[y][p], b = Bs[p][x];
            sum = fma(a, b, sum);
            sum_of_absolutes = fma(fabs(a), fabs(b), sum_of_absolutes);
        }
        __syncthreads();
    }
    if (row0 + y < A.rows && col0 + x < B.cols) {
        value[row_major(row0 + y, col0 + x, B.cols)] = sum;
        magnitude[row_major(row0 + y, col0 + x, B.cols)] = sum_of_absolutes;
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
        const double a =
            p->trans_a ? matrix_get(&problem->A, i, row) : matrix_get(&problem->A, row, i);
        const double b =
            p->trans_b ? matrix_get(&problem->B, col, i) : matrix_get(&problem->B, i, col);
        const double product = a * b;
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
    struct operand A = {
        problem->A.type, problem->d_A, p->m, p->k, p->lda, p->trans_a, problem->A.scales,
    };
    struct operand B = {
        problem->B.type, problem->d_B, p->k, p->n, p->ldb, p->trans_b, problem->B.scales,
    };
    A.scales.value = problem->d_a_scales, B.scales.value = problem->d_b_scales;
    const dim3 block(TILE, TILE), grid(ceil_div(p->n, TILE), ceil_div(p->m, TILE));
    product_in_float64<<<grid, block>>>(A, B, problem->d_value, problem->d_magnitude);
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

// What C's type makes of the exact value: s8 saturates.
static __device__ double stored(enum dtype type, double value)
{
    return type == DTYPE_I8 ? fmin(fmax(value, -128.0), 127.0) : value;
}

// bound = slope * magnitude + least. Written so that NaN is wrong: !(error <= bound).
__global__ void compare(long long count, enum dtype type, const void *C, const double *value,
                        const double *magnitude, double slope, double least,
                        struct finding *finding)
{
    const long long stride = (long long)gridDim.x * blockDim.x;
    unsigned long long wrong = 0, first = ~0ULL;
    double worst = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const double error = fabs(element(type, C, i) - stored(type, value[i]));
        const double share = error / (slope * magnitude[i] + least);
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
    struct finding h = {0, ~0ULL, 0}, *d;
    CUDA_CHECK(cudaMalloc(&d, sizeof *d));
    CUDA_CHECK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
    compare<<<COMPARE_BLOCKS, COMPARE_BLOCK>>>((long long)p->m * p->n, problem->type_c,
                                               problem->d_C, problem->d_value, problem->d_magnitude,
                                               problem->slope, problem->least, d);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d));
    double worst;
    memcpy(&worst, &h.worst, sizeof worst);
    if (h.wrong > 0) {
        unsigned char bytes[sizeof(double)];
        const size_t size = dtype_size(problem->type_c);
        double got;
        CUDA_CHECK(cudaMemcpy(bytes, (const char *)problem->d_C + h.first * size, size,
                              cudaMemcpyDeviceToHost));
        dtype_to_double(problem->type_c, bytes, 1, &got);
        fail(why, "C(%lld, %lld) = %.9g, expected %.9g", (long long)h.first / p->n,
             (long long)h.first % p->n, got, from_device(&problem->d_value[h.first]));
    }
    return worst;
}

bool check_entrant(const struct problem *problem, const struct entrant *entrant, double *error,
                   struct failure *why)
{
    const size_t bytes = (size_t)problem->p.m * (size_t)problem->p.n * dtype_size(problem->type_c);
    // NaN; of integers, one that no product here comes near to.
    const int fill = dtype_epsilon(problem->type_c) == 0 ? 0x80 : 0xff;
    CUDA_CHECK(cudaMemset(problem->d_C, fill, bytes));
    if (!launch(problem, entrant, why))
        return false;
    CUDA_CHECK(cudaDeviceSynchronize());
    *error = check_result(problem, why);
    return true;
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
