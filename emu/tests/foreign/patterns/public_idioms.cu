// SPDX-License-Identifier: MIT
//
// Idioms of public courses that look suspicious and are correct: the Programming Guide's loop with
// atomicCAS, which begins with a plain read; a managed variable as an argument; static variables of
// device code; a grid barrier whose counter is set back by a plain store; a local array of 500 KB;
// shuffles over distances beyond the warp.
#include <cstdio>
#include <cstdlib>

static int failures;
static void expect(const char *what, double found, double wanted)
{
    if (found != wanted) {
        printf("%s: %g, not %g\n", what, found, wanted);
        failures++;
    }
}

// ---- atomicCAS after a plain read ---------------------------------------------------------------

__device__ double add_double(double *at, double value)
{
    unsigned long long *word = (unsigned long long *)at, old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ float add_next(float *at, const float *values, int i)
{
    int *word = (int *)at, old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __float_as_int(values[i] + __int_as_float(assumed)));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void add_up(double *sum, float *other, const float *values)
{
    __shared__ double s;
    __shared__ float f;
    if (threadIdx.x == 0)
        s = f = 0;
    __syncthreads();
    add_double(&s, 1);
    add_next(&f, values, threadIdx.x);
    add_double(sum, 1);
    add_next(other, values, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0 && (s != blockDim.x || f != 2 * blockDim.x))
        __trap();
}

static void cas(void)
{
    enum { THREADS = 256, BLOCKS = 4 };
    double *sum, total = 0;
    float *other, *values, h[THREADS], f = 0;
    for (float &v : h)
        v = 2;
    cudaMalloc(&sum, sizeof *sum);
    cudaMalloc(&other, sizeof *other);
    cudaMalloc(&values, sizeof h);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemset(other, 0, sizeof *other);
    cudaMemcpy(values, h, sizeof h, cudaMemcpyHostToDevice);
    add_up<<<BLOCKS, THREADS>>>(sum, other, values);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(&f, other, sizeof f, cudaMemcpyDeviceToHost);
    expect("sum of doubles", total, BLOCKS * THREADS);
    expect("sum of floats", f, 2 * BLOCKS * THREADS);
    cudaFree(sum);
    cudaFree(other);
    cudaFree(values);
}

// ---- Variables of the program -------------------------------------------------------------------

__managed__ int counts[64], total;
__global__ void count(int *a, int *t)
{
    a[threadIdx.x]++;
    atomicAdd(t, 1);
}

__device__ int next(void)
{
    static int n = 10;
    return atomicAdd(&n, 1);
}
__global__ void take_numbers(int *out)
{
    static int calls;
    atomicAdd(&calls, 1);
    out[threadIdx.x] = next();
    __syncthreads();
    if (threadIdx.x == 0 && calls != (int)blockDim.x)
        __trap();
}

static void variables(void)
{
    int *out, h[64], sum = 0;
    cudaPointerAttributes attributes;
    counts[5] = 1;
    count<<<1, 64>>>(counts, &total);
    cudaDeviceSynchronize();
    expect("managed element", counts[5], 2);
    expect("managed counter", total, 64);
    cudaPointerGetAttributes(&attributes, counts);
    expect("type of a managed variable", attributes.type, cudaMemoryTypeManaged);
    cudaMalloc(&out, sizeof h);
    take_numbers<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        sum += v;
    expect("numbers taken", sum, 64 * 10 + 63 * 32);
    cudaFree(out);
}

// ---- A grid barrier -----------------------------------------------------------------------------

__device__ unsigned arrived;
__device__ volatile unsigned generation;

__device__ void grid_barrier(unsigned blocks)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned mine = generation;
        __threadfence();
        if (atomicAdd(&arrived, 1) == blocks - 1) {
            arrived = 0;
            __threadfence();
            generation = mine + 1;
        } else {
            while (generation == mine)
                ;
        }
        __threadfence();
    }
    __syncthreads();
}

__global__ void around(int *x, int *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    x[i] = i;
    grid_barrier(gridDim.x);
    y[i] = x[(i + 64) % n];
    grid_barrier(gridDim.x);
    x[i] = y[(i + 96) % n];
}

static void barrier(void)
{
    enum { N = 256 };
    int *x, *y, h[N], wrong = 0;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    around<<<N / 64, 64>>>(x, y);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != (i + 160) % N;
    expect("wrong after a grid barrier", wrong, 0);
    cudaFree(x);
    cudaFree(y);
}

// ---- Local memory, shuffles ---------------------------------------------------------------------

__global__ void large_local(int *out, int step)
{
    int a[125 * 1000]; // 500 KB of the 512 that a thread may have
    for (int i = 0; i < 125 * 1000; i += step)
        a[i] = i + threadIdx.x;
    out[threadIdx.x] = a[step * 3] + a[124 * 1000];
}

__global__ void far_shuffles(int *out)
{
    const int v = threadIdx.x;
    out[v] = __shfl_up_sync(~0u, v, (unsigned)-2, 16);        // by 30: its own value
    out[32 + v] = __shfl_down_sync(~0u, v, (unsigned)-2, 16); // the same
    out[64 + v] = __shfl_up_sync(~0u, v, 34, 32);             // by 2
    out[96 + v] = __shfl_sync(~0u, v, -2, 16);                // from lane 14 of each half
}

static void threads(void)
{
    int *out, h[128], wrong = 0;
    cudaMalloc(&out, sizeof h);
    large_local<<<1, 32>>>(out, 1000);
    cudaMemcpy(h, out, 32 * sizeof *h, cudaMemcpyDeviceToHost);
    expect("large local array", h[7], 3000 + 124000 + 2 * 7);
    far_shuffles<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v = 0; v < 32; v++)
        wrong += h[v] != v || h[32 + v] != v || h[64 + v] != (v < 2 ? v : v - 2) ||
                 h[96 + v] != v / 16 * 16 + 14;
    expect("wrong shuffles", wrong, 0);
    cudaFree(out);
}

int main()
{
    cas();
    variables();
    barrier();
    threads();
    return failures != 0;
}
