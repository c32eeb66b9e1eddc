// category: wrong-size-in-bytes
// mistake: the third launch parameter counts bytes, the program passes the number of floats
// line: 11 13 24
// cure: threads * sizeof(float)
#include <cstdio>

__global__ void reverse(float *x)
{
    extern __shared__ float s[];
    int t = threadIdx.x;
    s[t] = x[t];                        // MISTAKE
    __syncthreads();
    x[t] = s[blockDim.x - 1 - t];       // MISTAKE
}

int main()
{
    const int threads = 1024;
    static float h[threads];
    float *x;
    for (int i = 0; i < threads; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    reverse<<<1, threads, threads>>>(x);        // MISTAKE
    cudaError_t e = cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g (%s)\n", h[0], cudaGetErrorString(e));
    cudaFree(x);
    return h[0] != threads - 1;
}
