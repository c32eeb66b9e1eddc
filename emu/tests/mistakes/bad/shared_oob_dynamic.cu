// category: shared-out-of-bounds
// mistake: the launch provides dynamic shared memory for the A tile only; the B tile is beyond it
// line: 18 21 38
// cure: launch with 2 * T * T * sizeof(float) bytes of shared memory
#include <cstdio>
#include <vector>

__global__ void matmul(const float *A, const float *B, float *C, int n, int T)
{
    extern __shared__ float smem[];
    float *As = smem;
    float *Bs = smem + T * T;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
        As[ty * T + tx] = A[row * n + k0 + tx];
        Bs[ty * T + tx] = B[(k0 + ty) * n + col];           // MISTAKE
        __syncthreads();
        for (int k = 0; k < T; ++k)
            acc += As[ty * T + k] * Bs[k * T + tx];         // MISTAKE
        __syncthreads();
    }
    C[row * n + col] = acc;
}

int main()
{
    const int n = 64, T = 16;
    size_t bytes = n * n * sizeof(float);
    std::vector<float> A(n * n, 1.f), B(n * n, 1.f), C(n * n);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / T, n / T), dim3(T, T), T * T * sizeof(float)>>>(a, b, c, n, T);   // MISTAKE
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(C.data(), c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return e != cudaSuccess || C[n] != n;
}

// expected:
// emu: out of bounds: write of 4 bytes in shared memory
//   at      emu/tests/mistakes/bad/shared_oob_dynamic.cu:18
//   kernel  matmul<<<(4,4,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 1024 of the dynamic shared memory, which has 1024 bytes
//   cure    compare the index with the extent that the __shared__ array was declared (or launched) with
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/shared_oob_dynamic.cu:18
// exit status 1
