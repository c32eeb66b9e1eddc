// category: launch-too-much-shared
// mistake: 32 KB static and 24 KB dynamic shared memory are 56 KB together, more than 48 KB
// line: 27
// cure: count both; make the big array dynamic too and opt in
#include <cstdio>

__global__ void work(const float *x, float *y)
{
    __shared__ float big[8192];
    extern __shared__ float extra[];
    int t = threadIdx.x;
    for (int i = t; i < 8192; i += blockDim.x) big[i] = x[i];
    for (int i = t; i < 6144; i += blockDim.x) extra[i] = 2 * x[i];
    __syncthreads();
    for (int i = t; i < 6144; i += blockDim.x) y[i] = big[8191 - i] + extra[i];
}

int main()
{
    static float h[8192];
    for (int i = 0; i < 8192; ++i) h[i] = 1;
    float *x, *y, r = 0;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, 6144 * sizeof(float));
    cudaMemset(y, 0, 6144 * sizeof(float));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    work<<<1, 256, 6144 * sizeof(float)>>>(x, y);   // MISTAKE
    cudaMemcpy(&r, y, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g, %s\n", r, cudaGetErrorString(cudaGetLastError()));
    cudaFree(x);
    cudaFree(y);
    return r != 3;
}

// expected:
// emu: launch of work refused (cudaErrorInvalidValue): 32768 bytes of static and 24576 of dynamic shared memory are 57344 together, 49152 allowed
//   at      emu/tests/mistakes/bad/launch_shared_sum.cu:27
// exit status 1
