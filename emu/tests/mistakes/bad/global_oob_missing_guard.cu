// category: global-out-of-bounds
// mistake: the grid is rounded up but the kernel has no bounds check
// line: 11
// cure: pass n and start with if (i >= n) return
#include <cstdio>
#include <vector>

__global__ void add(const float *a, const float *b, float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];     // MISTAKE
}

int main()
{
    const int n = 1000;
    std::vector<float> a(n, 1.f), b(n, 2.f), c(n);
    float *da, *db, *dc;
    cudaMalloc(&da, n * sizeof(float));
    cudaMalloc(&db, n * sizeof(float));
    cudaMalloc(&dc, n * sizeof(float));
    cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(da, db, dc);
    cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", c[0], c[n - 1]);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return c[n - 1] != 3.f;
}

// expected:
// emu: out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/global_oob_missing_guard.cu:11
//   kernel  add<<<(4,1,1), (256,1,1)>>>
//   thread  block (3,0,0), thread (232,0,0): warp 7, lane 8
//   address 0 bytes past the end of the 4000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_oob_missing_guard.cu:19: da[1000] of 1000 elements of 4 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/global_oob_missing_guard.cu:11
// exit status 1
