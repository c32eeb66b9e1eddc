// category: stale-pointer
// mistake: a pointer to shared memory is kept in a __device__ variable and used by the next kernel
// line: 19
// cure: copy the tile to global memory, shared memory ends with its block
#include <cstdio>

__device__ float *cache;

__global__ void fill(const float *x)
{
    __shared__ float tile[64];
    tile[threadIdx.x] = 2 * x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) cache = tile;
}

__global__ void use(float *y)
{
    y[threadIdx.x] = cache[threadIdx.x];    // MISTAKE
}

int main()
{
    float h[64], *x, *y;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(y, 0, sizeof(h));
    fill<<<1, 64>>>(x);
    use<<<1, 64>>>(y);
    cudaError_t e = cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g, %s\n", h[5], cudaGetErrorString(e));
    cudaFree(x);
    cudaFree(y);
    return e != cudaSuccess || h[5] != 10;
}

// expected:
// emu: out of bounds: read of 4 bytes in shared memory
//   at      emu/tests/mistakes/bad/stale_pointer_shared.cu:19
//   kernel  use<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address before the first __shared__ array
//   cure    compare the index with the extent that the __shared__ array was declared (or launched) with
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/stale_pointer_shared.cu:19
// exit status 1
