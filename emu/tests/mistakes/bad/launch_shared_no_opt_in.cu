// category: launch-too-much-shared
// mistake: 64 KB of dynamic shared memory without a request for more than 48 KB
// line: 25
// cure: cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) before the launch
#include <cstdio>

__global__ void matmul_tile(const float *A, float *C, int T)
{
    extern __shared__ float s[];
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) s[i] = A[i];
    __syncthreads();
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) C[i] = s[i] + s[T * T - 1 - i];
}

int main()
{
    const int T = 128;
    const size_t bytes = T * T * sizeof(float);
    static float h[T * T];
    for (int i = 0; i < T * T; ++i) h[i] = i;
    float *A, *C;
    cudaMalloc(&A, bytes);
    cudaMalloc(&C, bytes);
    cudaMemcpy(A, h, bytes, cudaMemcpyHostToDevice);
    matmul_tile<<<1, 256, bytes>>>(A, C, T);    // MISTAKE
    cudaError_t e = cudaGetLastError();
    printf("%s\n", cudaGetErrorString(e));
    if (e == cudaSuccess) cudaMemcpy(h, C, bytes, cudaMemcpyDeviceToHost);
    cudaFree(A);
    cudaFree(C);
    return e != cudaSuccess || h[0] != T * T - 1;
}

// expected:
// emu: launch of matmul_tile refused (cudaErrorInvalidValue): 65536 bytes of dynamic shared memory, 49152 allowed: ask for more with cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
//   at      emu/tests/mistakes/bad/launch_shared_no_opt_in.cu:25
// exit status 1
