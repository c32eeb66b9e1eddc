// SPDX-License-Identifier: MIT
//
// The five kernels of the article that chapters 02 to 05 follow, with their names, their order of
// arguments and their faults: a program to run and to learn from, not steps. Template arguments
// became constants; what does not compile there is mended, and nothing else.
//
//     build/emu/bin/emucc 05_outer_product/extra/article.cu -o build/article
//     build/article outer 64 64 64            KERNEL m n k: right, or what is wrong with it
//     EMU_COUNTERS=1 build/article outer 64 64 64     what it costs
//     nvcc -O3 05_outer_product/extra/article.cu -o build/article
//     build/article outer 4096 4096 4096 20   on a GPU: the least of 20 times
//
// With -DEXCHANGED threadIdx.x and .y change places, and nothing else.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum { BLOCK = 32, K = 64 }; // K: of the panels of the shared kernel; k must be that

#ifdef EXCHANGED
#define TID_X threadIdx.y
#define TID_Y threadIdx.x
#else
#define TID_X threadIdx.x
#define TID_Y threadIdx.y
#endif

typedef void kernel_fn(float *c, float *a, float *b, int m, int n, int k);

// Here x is a column, y a row; in all kernels below it is the other way round.
__global__ void matMulNaiveGpu(float *c, float *a, float *b, int m, int n, int k)
{
    int y = blockIdx.y * blockDim.y + TID_Y;
    int x = blockIdx.x * blockDim.x + TID_X;
    float v = 0.0f;
    for (int i = 0; i < k; i++)
        v += a[y * k + i] * b[i * n + x];
    c[y * n + x] = v;
}

__global__ void matmul_tile2d_gpu(float *c, float *a, float *b, int m, int n, int k)
{
    int thread_num_x = gridDim.x * blockDim.x;
    int thread_num_y = gridDim.y * blockDim.y;
    int x_grid_loop = (m + thread_num_x - 1) / thread_num_x;
    int y_grid_loop = (n + thread_num_y - 1) / thread_num_y;
    for (int mm = 0; mm < x_grid_loop; mm++)
        for (int nn = 0; nn < y_grid_loop; nn++) {
            int x = mm * thread_num_x + blockIdx.x * blockDim.x + TID_X;
            int y = nn * thread_num_y + blockIdx.y * blockDim.y + TID_Y;
            float v = 0.0f;
            for (int i = 0; i < k; i++)
                v += a[x * k + i] * b[i * n + y];
            c[x * n + y] = v;
        }
}

// The inner product: whole panels, no barrier.
__global__ void matmul_tile2d_shared_gpu(float *c, float *a, float *b, int m, int n, int k)
{
    __shared__ float as[BLOCK][K];
    __shared__ float bs[K][BLOCK];
    int thread_num_x = gridDim.x * blockDim.x;
    int thread_num_y = gridDim.y * blockDim.y;
    int tidy = TID_Y, tidx = TID_X;
    int x_grid_loop = (m + thread_num_x - 1) / thread_num_x;
    int y_grid_loop = (n + thread_num_y - 1) / thread_num_y;
    assert(x_grid_loop == y_grid_loop);
    for (int mm = 0; mm < x_grid_loop; mm++)
        for (int nn = 0; nn < y_grid_loop; nn++) {
            int x = mm * thread_num_x + blockIdx.x * blockDim.x + tidx;
            int y = nn * thread_num_y + blockIdx.y * blockDim.y + tidy;
            for (int i = 0; i < k; i++) {
                as[tidx][i] = a[x * k + i];
                bs[i][tidy] = b[i * n + y];
            }
            float v = 0.0f;
            for (int i = 0; i < k; i++)
                v += as[tidx][i] * bs[i][tidy];
            c[x * n + y] = v;
        }
}

// The outer product, of one tile of C: what stands in both kernels below.
static __device__ __forceinline__ float outer_product(const float *a, const float *b, int x, int y,
                                                      int n, int k)
{
    __shared__ float as[BLOCK][BLOCK];
    __shared__ float bs[BLOCK][BLOCK];
    int tidy = TID_Y, tidx = TID_X;
    float v = 0.0f;
    int tilesx = (k + BLOCK - 1) / BLOCK;
    for (int i = 0; i < tilesx; i++) {
        as[tidx][tidy] = a[x * k + i * BLOCK + tidy];
        bs[tidx][tidy] = b[(i * BLOCK + tidx) * n + y];
        __syncthreads();
        for (int l = 0; l < BLOCK; l++)
            v += as[tidx][l] * bs[l][tidy];
        __syncthreads();
    }
    return v;
}

__global__ void matmul_outer_product_gpu(float *c, float *a, float *b, int m, int n, int k)
{
    int y = blockIdx.y * blockDim.y + TID_Y;
    int x = blockIdx.x * blockDim.x + TID_X;
    c[x * n + y] = outer_product(a, b, x, y, n, k);
}

__global__ void matmul_outer_product_tile2d_gpu(float *c, float *a, float *b, int m, int n, int k)
{
    int thread_num_x = gridDim.x * blockDim.x;
    int thread_num_y = gridDim.y * blockDim.y;
    int x_grid_loop = (m + thread_num_x - 1) / thread_num_x;
    int y_grid_loop = (n + thread_num_y - 1) / thread_num_y;
    for (int mm = 0; mm < x_grid_loop; mm++)
        for (int nn = 0; nn < y_grid_loop; nn++) {
            int y = nn * thread_num_y + blockIdx.y * blockDim.y + TID_Y;
            int x = mm * thread_num_x + blockIdx.x * blockDim.x + TID_X;
            c[x * n + y] = outer_product(a, b, x, y, n, k);
        }
}

// ---- Running them --------------------------------------------------------------------------------

static const struct {
    const char *name;
    kernel_fn *kernel;
    bool loops; // over the matrix, with a grid of any size
} kernels[] = {
    {"naive", matMulNaiveGpu, false},
    {"tile2d", matmul_tile2d_gpu, true},
    {"shared", matmul_tile2d_shared_gpu, true},
    {"outer", matmul_outer_product_gpu, false},
    {"outer_tile2d", matmul_outer_product_tile2d_gpu, true},
};

// Elements that differ from the product; of a large C only some are looked at.
static int count_wrong(const float *a, const float *b, const float *c, int m, int n, int k)
{
    const int step = 1.0 * m * n * k > 1e8 ? 61 : 1;
    int wrong = 0;
    for (int i = 0; i < m; i += step)
        for (int j = 0; j < n; j += step) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[(size_t)i * k + p] * b[(size_t)p * n + j];
            wrong += !(c[(size_t)i * n + j] == sum); // small integers: exact
        }
    return wrong;
}

static float least_ms(kernel_fn *kernel, dim3 grid, float *c, float *a, float *b, int m, int n,
                      int k, int reps)
{
    cudaEvent_t begin, end;
    float least = 1e30f, ms;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < reps; i++) {
        cudaEventRecord(begin);
        kernel<<<grid, dim3(BLOCK, BLOCK)>>>(c, a, b, m, n, k);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&ms, begin, end);
        least = ms < least ? ms : least;
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return least;
}

// Of a kernel that loops: 16 x 16 blocks are a wave on a large GPU; or few, so that it has to.
static unsigned blocks_of(unsigned tiles) { return tiles >= 32 ? 16 : tiles >= 2 ? 2 : 1; }

static int run(kernel_fn *kernel, bool loops, int m, int n, int k, int reps)
{
    float *a, *b, *c;
    // The article's grid: x by m, y by n. For the naive kernel, whose x is a column, that is wrong.
    dim3 grid((m + BLOCK - 1) / BLOCK, (n + BLOCK - 1) / BLOCK);
    if (loops)
        grid = dim3(blocks_of(grid.x), blocks_of(grid.y));
    if (cudaMallocManaged(&a, sizeof *a * m * k) != cudaSuccess ||
        cudaMallocManaged(&b, sizeof *b * k * n) != cudaSuccess ||
        cudaMallocManaged(&c, sizeof *c * m * n) != cudaSuccess) {
        fprintf(stderr, "article: no memory for %d x %d x %d\n", m, n, k);
        return 2;
    }
    for (size_t i = 0; i < (size_t)m * k; i++)
        a[i] = (float)(i % 7);
    for (size_t i = 0; i < (size_t)k * n; i++)
        b[i] = (float)(i % 5);
    for (size_t i = 0; i < (size_t)m * n; i++)
        c[i] = -1; // no sum is
    kernel<<<grid, dim3(BLOCK, BLOCK)>>>(c, a, b, m, n, k);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    const int wrong = error == cudaSuccess ? count_wrong(a, b, c, m, n, k) : 0;
    printf("%d x %d x %d: %s, %d wrong", m, n, k, cudaGetErrorString(error), wrong);
    if (reps > 0 && error == cudaSuccess && wrong == 0) {
        const float ms = least_ms(kernel, grid, c, a, b, m, n, k, reps);
        printf(", %.4f ms, %.3f TFLOP/s", ms, 2e-9 * m * n * k / ms);
    }
    printf("\n");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return error != cudaSuccess || wrong > 0;
}

int main(int argc, char **argv)
{
    const int m = argc > 4 ? atoi(argv[2]) : 0, n = argc > 4 ? atoi(argv[3]) : 0;
    const int k = argc > 4 ? atoi(argv[4]) : 0, reps = argc > 5 ? atoi(argv[5]) : 0;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels && m > 0 && n > 0 && k > 0; i++)
        if (strcmp(argv[1], kernels[i].name) == 0)
            return run(kernels[i].kernel, kernels[i].loops, m, n, k, reps);
    fprintf(stderr, "article: needs naive, tile2d, shared, outer or outer_tile2d, and m n k > 0\n");
    return 2;
}
