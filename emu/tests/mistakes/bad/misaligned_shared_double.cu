// category: misaligned-access
// mistake: the doubles start after an odd number of ints in dynamic shared memory
// line: 16
// cure: put the doubles first, or round the offset up to a multiple of 8
#include <cstdio>

__global__ void mean(const int *x, int n, double *out)
{
    extern __shared__ int smem[];
    int *values = smem;
    double *partial = (double *)(smem + n);
    int t = threadIdx.x;
    if (t < n) values[t] = x[t];
    __syncthreads();
    if (t < 4) {
        partial[t] = 0;     // MISTAKE
        for (int i = t; i < n; i += 4) partial[t] += values[i];
    }
    __syncthreads();
    if (t == 0) *out = (partial[0] + partial[1] + partial[2] + partial[3]) / n;
}

int main()
{
    const int n = 63;
    int h[n], *x;
    double *out, r = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(double));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    mean<<<1, 64, n * sizeof(int) + 4 * sizeof(double)>>>(x, n, out);
    cudaError_t e = cudaMemcpy(&r, out, sizeof(r), cudaMemcpyDeviceToHost);
    printf("mean %g, %s\n", r, cudaGetErrorString(e));
    cudaFree(x);
    cudaFree(out);
    return r != 31;
}

// expected:
// emu: misaligned: write of 8 bytes
//   at      emu/tests/mistakes/bad/misaligned_shared_double.cu:16
//   kernel  mean<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 252 of the dynamic shared memory, which has 284 bytes
//   cure    an access of 8 or 16 bytes (float2, float4) must start at a multiple of its size: check offsets and leading dimensions
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/misaligned_shared_double.cu:16
// exit status 1
