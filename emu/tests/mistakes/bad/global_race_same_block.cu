// category: global-race
// mistake: threads of one block hand values to each other through global memory with no barrier between
// line: 11 12
// cure: __syncthreads() between the store to tmp and the load of the other thread's element
#include <stdio.h>
#include <stdlib.h>

__global__ void reverse_scaled(const int *in, int *tmp, int *out)
{
    int t = threadIdx.x;
    tmp[t] = 3 * in[t];                     // MISTAKE
    out[t] = tmp[blockDim.x - 1 - t] + 1;   // MISTAKE
}

int main()
{
    enum { n = 512 };
    int h[n], bad = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    int *in, *tmp, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&tmp, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(tmp, 0, n * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    reverse_scaled<<<1, n>>>(in, tmp, out);
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        if (h[i] != 3 * (n - 1 - i) + 1) ++bad;
    printf("%s (%d)\n", bad ? "WRONG" : "ok", bad);
    cudaFree(in);
    cudaFree(tmp);
    cudaFree(out);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
