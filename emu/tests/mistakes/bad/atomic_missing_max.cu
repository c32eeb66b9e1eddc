// category: atomic-missing
// mistake: compare and store are two separate steps, and another thread can store between them
// line: 12 13
// cure: atomicMax(best, v)
#include <cstdio>
#include <vector>

__global__ void maximum(const int *v, int n, int *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (v[i] > *best)       // MISTAKE
        *best = v[i];       // MISTAKE
}

int main()
{
    const int n = 3000;
    std::vector<int> v(n);
    int start = -1, got = 0, want = -1;
    for (int i = 0; i < n; ++i) {
        v[i] = (i * 7919) % 10007;
        if (v[i] > want) want = v[i];
    }
    int *dv, *dbest;
    cudaMalloc(&dv, n * sizeof(int));
    cudaMalloc(&dbest, sizeof(int));
    cudaMemcpy(dv, v.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dbest, &start, sizeof(int), cudaMemcpyHostToDevice);
    maximum<<<(n + 127) / 128, 128>>>(dv, n, dbest);
    cudaMemcpy(&got, dbest, sizeof(int), cudaMemcpyDeviceToHost);
    printf("max %d, want %d\n", got, want);
    cudaFree(dv);
    cudaFree(dbest);
    return got != want;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_max.cu:12
//   kernel  maximum<<<(24,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/atomic_missing_max.cu:27: dbest[0] of 1 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_max.cu:13 by block (0,0,0), thread (0,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_max.cu:13
//   kernel  maximum<<<(24,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/atomic_missing_max.cu:27: dbest[0] of 1 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_max.cu:13 by block (0,0,0), thread (0,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: 1 kind of mistake, 3,005 times; first: race at emu/tests/mistakes/bad/atomic_missing_max.cu:12
// exit status 1
