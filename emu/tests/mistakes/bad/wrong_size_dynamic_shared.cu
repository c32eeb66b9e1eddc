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

// expected:
// emu: out of bounds: write of 4 bytes in shared memory
//   at      emu/tests/mistakes/bad/wrong_size_dynamic_shared.cu:11
//   kernel  reverse<<<(1,1,1), (1024,1,1)>>>
//   thread  block (0,0,0), thread (256,0,0): warp 8, lane 0
//   address byte 1024 of the dynamic shared memory, which has 1024 bytes
//   cure    compare the index with the extent that the __shared__ array was declared (or launched) with
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/wrong_size_dynamic_shared.cu:11
// exit status 1
