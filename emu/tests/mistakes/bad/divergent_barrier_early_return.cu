// category: divergent-barrier
// mistake: threads outside the matrix return before a barrier that the other threads reach
// line: 13 19 22
// cure: let every thread stay, guard only the loads and the store
#include <cstdio>
#include <vector>
#define T 16

__global__ void matmul(int n, const float *A, const float *B, float *C)
{
    __shared__ float As[T][T], Bs[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    if (row >= n || col >= n) return;                   // MISTAKE
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = ka < n ? A[row * n + ka] : 0;
        Bs[threadIdx.y][threadIdx.x] = kb < n ? B[kb * n + col] : 0;
        __syncthreads();                                // MISTAKE
        for (int k = 0; k < T && k0 + k < n; ++k)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();                                // MISTAKE
    }
    C[row * n + col] = acc;
}

int main()
{
    const int n = 24;
    std::vector<float> A(n * n, 1.f), B(n * n, 1.f), C(n * n);
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemcpy(a, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    matmul<<<dim3(2, 2), dim3(T, T)>>>(n, a, b, c);
    cudaMemcpy(C.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float v : C) wrong += v != n;
    printf("%d of %d wrong\n", wrong, n * n);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}

// expected:
// emu: divergent barrier: __syncthreads() is not reached by threads that have returned
//   at      emu/tests/mistakes/bad/divergent_barrier_early_return.cu:19
//   kernel  matmul<<<(2,2,1), (16,16,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address thread (8,0,0) has returned, 128 in all
//   cure    let no thread return before the last barrier: guard the loads and stores instead
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/divergent_barrier_early_return.cu:21
//   kernel  matmul<<<(2,2,1), (16,16,1)>>>
//   thread  block (1,0,0), thread (0,14,0): warp 7, lane 0
//   address As[14][8]; As is float [16][16], 1024 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: divergent barrier: __syncthreads() is not reached by threads that have returned
//   at      emu/tests/mistakes/bad/divergent_barrier_early_return.cu:22
//   kernel  matmul<<<(2,2,1), (16,16,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address thread (8,0,0) has returned, 128 in all
//   cure    let no thread return before the last barrier: guard the loads and stores instead
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/divergent_barrier_early_return.cu:21
//   kernel  matmul<<<(2,2,1), (16,16,1)>>>
//   thread  block (0,1,0), thread (0,0,0): warp 0, lane 0
//   address Bs[8][0]; Bs is float [16][16], 1024 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 2 kinds of mistakes, 16 times; first: barrier at emu/tests/mistakes/bad/divergent_barrier_early_return.cu:19
// exit status 1
