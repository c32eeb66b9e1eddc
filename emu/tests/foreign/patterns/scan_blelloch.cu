// foreign: exclusive scan of a long array: Hillis-Steele and Blelloch with padding against bank conflicts, block sums scanned recursively
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 128
#define ELEMS (2 * BLOCK)
#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))

static void ok(cudaError_t e, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
    exit(1);
}
#define OK(x) ok((x), __LINE__)

__global__ void hillis_steele(const int *in, int *out, int *sums, int n)
{
    __shared__ int temp[2 * ELEMS];
    int t = threadIdx.x, i = blockIdx.x * ELEMS + t, pout = 0, pin = 1;
    temp[t] = (t > 0 && i - 1 < n) ? in[i - 1] : 0;     // shifted right: exclusive
    __syncthreads();
    for (int offset = 1; offset < ELEMS; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        temp[pout * ELEMS + t] = temp[pin * ELEMS + t];
        if (t >= offset) temp[pout * ELEMS + t] += temp[pin * ELEMS + t - offset];
        __syncthreads();
    }
    if (i < n) out[i] = temp[pout * ELEMS + t];
    if (t == ELEMS - 1 && sums) sums[blockIdx.x] = temp[pout * ELEMS + t] + (i < n ? in[i] : 0);
}

__global__ void blelloch(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int temp[];
    int t = threadIdx.x, base = blockIdx.x * ELEMS, ai = t, bi = t + BLOCK, offset = 1;
    temp[PAD(ai)] = base + ai < n ? in[base + ai] : 0;
    temp[PAD(bi)] = base + bi < n ? in[base + bi] : 0;
    for (int d = ELEMS >> 1; d > 0; d >>= 1) {          // up
        __syncthreads();
        if (t < d) {
            int a = PAD(offset * (2 * t + 1) - 1), b = PAD(offset * (2 * t + 2) - 1);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (t == 0) {
        if (sums) sums[blockIdx.x] = temp[PAD(ELEMS - 1)];
        temp[PAD(ELEMS - 1)] = 0;
    }
    for (int d = 1; d < ELEMS; d *= 2) {                // down
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = PAD(offset * (2 * t + 1) - 1), b = PAD(offset * (2 * t + 2) - 1);
            int v = temp[a];
            temp[a] = temp[b];
            temp[b] += v;
        }
    }
    __syncthreads();
    if (base + ai < n) out[base + ai] = temp[PAD(ai)];
    if (base + bi < n) out[base + bi] = temp[PAD(bi)];
}

__global__ void add_block_sums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * ELEMS + threadIdx.x;
    for (int k = 0; k < 2; ++k, i += BLOCK)
        if (i < n) out[i] += sums[blockIdx.x];
}

static void scan(const int *in, int *out, int n, bool work_efficient)
{
    int blocks = (n + ELEMS - 1) / ELEMS;
    int *sums = NULL;
    if (blocks > 1) OK(cudaMalloc(&sums, blocks * sizeof(int)));
    if (work_efficient)
        blelloch<<<blocks, BLOCK, (PAD(ELEMS - 1) + 1) * sizeof(int)>>>(in, out, sums, n);
    else
        hillis_steele<<<blocks, ELEMS>>>(in, out, sums, n);
    OK(cudaGetLastError());
    if (blocks > 1) {
        int *offsets;
        OK(cudaMalloc(&offsets, blocks * sizeof(int)));
        scan(sums, offsets, blocks, work_efficient);
        add_block_sums<<<blocks, BLOCK>>>(out, offsets, n);
        OK(cudaGetLastError());
        OK(cudaFree(offsets));
        OK(cudaFree(sums));
    }
}

int main(void)
{
    const int n = 70000;        // three levels
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)malloc(n * sizeof(int)), *in, *out, wrong = 0;
    for (int i = 0; i < n; i++) h[i] = (i * 7) % 11;
    OK(cudaMalloc(&in, n * sizeof(int)));
    OK(cudaMalloc(&out, n * sizeof(int)));
    OK(cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice));
    for (int method = 0; method < 2; ++method) {
        OK(cudaMemset(out, 0xff, n * sizeof(int)));
        scan(in, out, n, method == 1);
        OK(cudaMemcpy(r, out, n * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0, sum = 0; i < n; sum += h[i++]) wrong += r[i] != sum;
    }
    OK(cudaFree(in));
    OK(cudaFree(out));
    free(h);
    free(r);
    printf("%s (%d wrong)\n", wrong ? "FAIL" : "PASS", wrong);
    return wrong != 0;
}
