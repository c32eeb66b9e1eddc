// category: misaligned-access
// mistake: rows are read as float4 although ld = 50 is not a multiple of 4, so odd rows are misaligned
// line: 16
// cure: pad ld to a multiple of 4, or fall back to scalar loads
#include <cstdio>
#include <vector>

// y = A x with 4 elements of a row per load
__global__ void matvec(int m, int n, const float *A, int ld, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m) return;
    const float *a = A + row * ld;
    float s = 0;
    for (int k = 0; k < n; k += 4) {
        float4 v = *(const float4 *)(a + k);    // MISTAKE
        s += v.x * x[k] + v.y * x[k + 1] + v.z * x[k + 2] + v.w * x[k + 3];
    }
    y[row] = s;
}

int main()
{
    const int m = 40, n = 48, ld = 50;
    std::vector<float> A(m * ld, 1.f), x(n, 1.f), y(m);
    float *dA, *dx, *dy;
    cudaMalloc(&dA, A.size() * sizeof(float));
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, m * sizeof(float));
    cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    matvec<<<1, 64>>>(m, n, dA, ld, dx, dy);
    cudaError_t e = cudaMemcpy(y.data(), dy, m * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    cudaFree(dA); cudaFree(dx); cudaFree(dy);
    return e != cudaSuccess || y[1] != n;
}

// expected:
// emu: misaligned: read of 16 bytes
//   at      emu/tests/mistakes/bad/misaligned_float4_odd_ld.cu:16
//   kernel  matvec<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address byte 200 of the 8000 bytes from cudaMalloc at emu/tests/mistakes/bad/misaligned_float4_odd_ld.cu:27
//   cure    an access of 8 or 16 bytes (float2, float4) must start at a multiple of its size: check offsets and leading dimensions
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/misaligned_float4_odd_ld.cu:16
// exit status 1
