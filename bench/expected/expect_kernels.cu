// SPDX-License-Identifier: MIT
//
// expect_kernels.cu: kernels that are not GEMMs and that the expected times were never tuned on: on
// a GPU their times are measured, on the emulated one expected; two tables with the same rows.
//
//     make GPU=cuda expect-kernels     measures, into bench/results/h200_kernels.tsv
//     make GPU=emu expect-kernels      prints what is expected
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/device/cuda_check.h"
#ifdef __EMU_GPU__
#include "emu_api.h"
#endif

enum { N = 1 << 24, SIDE = 4096, THREADS = 256, TILE = 32, BINS = 256 };

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name) \
    static __global__ void name([[maybe_unused]] const float *__restrict__ a, \
                                [[maybe_unused]] const float *__restrict__ b, \
                                float *__restrict__ c, [[maybe_unused]] int *__restrict__ next)

KERNEL(copy_words) { c[INDEX] = a[INDEX]; }

KERNEL(copy_vectors) { ((float4 *)c)[INDEX] = ((const float4 *)a)[INDEX]; }

KERNEL(add) { c[INDEX] = a[INDEX] + b[INDEX]; }

KERNEL(triad) { c[INDEX] = a[INDEX] + 3 * b[INDEX]; }

KERNEL(read_stride_2) { c[INDEX] = a[2 * INDEX % N]; }

KERNEL(read_stride_32) { c[INDEX] = a[32 * INDEX % N + INDEX / (N / 32)]; }

KERNEL(write_stride_8) { c[8 * INDEX % N + INDEX / (N / 8)] = a[INDEX]; }

KERNEL(transpose_rows)
{
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8)
        c[x * SIDE + y + j] = a[(y + j) * SIDE + x];
}

KERNEL(transpose_conflicts)
{
    __shared__ float tile[TILE][TILE];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * SIDE + x];
    __syncthreads();
    for (int j = 0; j < TILE; j += 8)
        c[(blockIdx.x * TILE + threadIdx.y + j) * SIDE + blockIdx.y * TILE + threadIdx.x] =
            tile[threadIdx.x][threadIdx.y + j];
}

KERNEL(transpose_padded)
{
    __shared__ float tile[TILE][TILE + 1];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * SIDE + x];
    __syncthreads();
    for (int j = 0; j < TILE; j += 8)
        c[(blockIdx.x * TILE + threadIdx.y + j) * SIDE + blockIdx.y * TILE + threadIdx.x] =
            tile[threadIdx.x][threadIdx.y + j];
}

KERNEL(reduce_shared)
{
    __shared__ float sums[THREADS];
    sums[threadIdx.x] = a[INDEX];
    for (int step = THREADS / 2; step > 0; step /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < step)
            sums[threadIdx.x] += sums[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = sums[0];
}

KERNEL(reduce_shuffle)
{
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += a[(blockIdx.x * 16 + i) * THREADS + threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0)
        c[INDEX / 32] = sum;
}

KERNEL(row_maximum) // one warp a row, as softmax begins
{
    const int row = INDEX / 32, lane = INDEX % 32;
    float largest = a[row * 1024 + lane];
    for (int i = 32; i < 1024; i += 32)
        largest = fmaxf(largest, a[row * 1024 + i + lane]);
    for (int step = 16; step > 0; step /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, step));
    for (int i = 0; i < 1024; i += 32)
        c[row * 1024 + i + lane] = expf(a[row * 1024 + i + lane] - largest);
}

KERNEL(stencil_3) { c[INDEX] = a[INDEX] + a[(INDEX + 1) % N] + a[(INDEX + 2) % N]; }

KERNEL(stencil_shared)
{
    __shared__ float tile[THREADS + 2];
    tile[threadIdx.x] = a[INDEX];
    if (threadIdx.x < 2)
        tile[THREADS + threadIdx.x] = a[(INDEX + THREADS) % N];
    __syncthreads();
    c[INDEX] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}

KERNEL(histogram)
{
    __shared__ int bins[BINS];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 16; i++)
        atomicAdd(&bins[next[(blockIdx.x * 16 + i) * THREADS + threadIdx.x] % BINS], 1);
    __syncthreads();
    c[INDEX] = (float)bins[threadIdx.x];
}

KERNEL(scan)
{
    __shared__ float sums[THREADS];
    sums[threadIdx.x] = a[INDEX];
    for (int step = 1; step < THREADS; step *= 2) {
        __syncthreads();
        const float before = (int)threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    c[INDEX] = sums[threadIdx.x];
}

KERNEL(matrix_vector) // one warp a row
{
    const int row = INDEX / 32, lane = INDEX % 32;
    float sum = 0;
    for (int i = lane; i < SIDE; i += 32)
        sum += a[row * SIDE + i] * b[i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (lane == 0)
        c[row] = sum;
}

KERNEL(bodies) // forces on 16384 points on a line
{
    __shared__ float others[THREADS];
    const float mine = a[INDEX];
    float force = 0;
    for (int first = 0; first < 16384; first += THREADS) {
        others[threadIdx.x] = a[first + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < THREADS; i++) {
            const float d = others[i] - mine;
            force += d * rsqrtf(d * d + 1);
        }
        __syncthreads();
    }
    c[INDEX] = force;
}

KERNEL(divergent)
{
    float x = a[INDEX];
    for (int i = 0; i < (int)(threadIdx.x % 32); i++)
        x = x * b[i] + 1;
    c[INDEX] = x;
}

KERNEL(chase)
{
    int at = threadIdx.x;
    for (int i = 0; i < 1000; i++)
        at = next[at];
    c[INDEX] = (float)at;
}

KERNEL(gather) { c[INDEX] = a[next[INDEX] % N]; }

KERNEL(loads_in_flight)
{
    float sum[4] = {0};
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 4; j++)
            sum[j] += a[((blockIdx.x * 64 + i) * 4 + j) * THREADS % N + threadIdx.x];
    c[INDEX] = sum[0] + sum[1] + sum[2] + sum[3];
}

// ---- Running them --------------------------------------------------------------------------------

typedef void kernel(const float *, const float *, float *, int *);
static const struct {
    const char *name;
    kernel *run;
    unsigned blocks, rows; // of the grid; rows > 0: blocks of 32 x 8 threads
} kernels[] = {
    {"copy_words", copy_words, N / THREADS, 0},
    {"copy_vectors", copy_vectors, N / 4 / THREADS, 0},
    {"add", add, N / THREADS, 0},
    {"triad", triad, N / THREADS, 0},
    {"read_stride_2", read_stride_2, N / THREADS, 0},
    {"read_stride_32", read_stride_32, N / THREADS, 0},
    {"write_stride_8", write_stride_8, N / THREADS, 0},
    {"transpose_rows", transpose_rows, SIDE / TILE, SIDE / TILE},
    {"transpose_conflicts", transpose_conflicts, SIDE / TILE, SIDE / TILE},
    {"transpose_padded", transpose_padded, SIDE / TILE, SIDE / TILE},
    {"reduce_shared", reduce_shared, N / THREADS, 0},
    {"reduce_shuffle", reduce_shuffle, N / THREADS / 16, 0},
    {"row_maximum", row_maximum, N / 1024 / (THREADS / 32), 0},
    {"stencil_3", stencil_3, N / THREADS, 0},
    {"stencil_shared", stencil_shared, N / THREADS, 0},
    {"histogram", histogram, N / THREADS / 16, 0},
    {"scan", scan, N / THREADS, 0},
    {"matrix_vector", matrix_vector, SIDE / (THREADS / 32), 0},
    {"bodies", bodies, 16384 / THREADS, 0},
    {"divergent", divergent, N / THREADS, 0},
    {"chase", chase, 1, 0},
    {"gather", gather, N / THREADS, 0},
    {"loads_in_flight", loads_in_flight, 1056, 0},
};
enum { KERNELS = sizeof kernels / sizeof *kernels, REPS = 15 };

struct arrays {
    float *a, *b, *c;
    int *next;
};

static void launch(int k, const struct arrays *on)
{
    const dim3 grid(kernels[k].blocks, kernels[k].rows ? kernels[k].rows : 1);
    const dim3 block = kernels[k].rows ? dim3(TILE, 8) : dim3(THREADS);
    kernels[k].run<<<grid, block>>>(on->a, on->b, on->c, on->next);
    CUDA_CHECK(cudaGetLastError());
}

#ifdef __EMU_GPU__
static double microseconds(int k, const struct arrays *on)
{
    struct emu_expected e;
    emu_expect_begin(NULL, 0, 0, 0);
    launch(k, on);
    CUDA_CHECK(cudaDeviceSynchronize());
    return emu_expect_end(&e) == 0 ? e.us : (double)NAN;
}
#else
static int by_time(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static double microseconds(int k, const struct arrays *on)
{
    float ms[REPS];
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    for (int i = -2; i < REPS; i++) {
        CUDA_CHECK(cudaEventRecord(begin));
        launch(k, on);
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        if (i >= 0)
            CUDA_CHECK(cudaEventElapsedTime(&ms[i], begin, end));
    }
    qsort(ms, REPS, sizeof *ms, by_time);
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    return 1e3 * ms[REPS / 2];
}
#endif

int main(void)
{
    struct arrays on;
    int *next = (int *)malloc(N * sizeof *next);
    if (!next)
        return 1;
    for (unsigned i = 0; i < N; i++) // every element once, far from the one before
        next[i] = (int)((i * 2654435761u) % N);
    CUDA_CHECK(cudaMalloc((void **)&on.a, N * sizeof *on.a));
    CUDA_CHECK(cudaMalloc((void **)&on.b, N * sizeof *on.b));
    CUDA_CHECK(cudaMalloc((void **)&on.c, N * sizeof *on.c));
    CUDA_CHECK(cudaMalloc((void **)&on.next, N * sizeof *on.next));
    CUDA_CHECK(cudaMemset(on.a, 0, N * sizeof *on.a));
    CUDA_CHECK(cudaMemset(on.b, 0, N * sizeof *on.b));
    CUDA_CHECK(cudaMemcpy(on.next, next, N * sizeof *next, cudaMemcpyHostToDevice));
    printf("kernel\tus\n");
    for (int k = 0; k < KERNELS; k++) {
        printf("%s\t%.4g\n", kernels[k].name, microseconds(k, &on));
        fflush(stdout);
    }
    CUDA_CHECK(cudaFree(on.a));
    CUDA_CHECK(cudaFree(on.b));
    CUDA_CHECK(cudaFree(on.c));
    CUDA_CHECK(cudaFree(on.next));
    free(next);
    return 0;
}
