// category: shared-race
// mistake: missing __syncthreads between store and load of the tiles
// line: 18 19 21
// cure: put __syncthreads() after the two stores into As and Bs
#include <cstdio>
#include <vector>
#define TILE 16

__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int t = 0; t < n / TILE; ++t) {
        As[ty][tx] = A[row * n + t * TILE + tx];    // MISTAKE
        Bs[ty][tx] = B[(t * TILE + ty) * n + col];  // MISTAKE
        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];           // MISTAKE
        __syncthreads();
    }
    C[row * n + col] = sum;
}

int main()
{
    const int n = 64;
    size_t bytes = n * n * sizeof(float);
    std::vector<float> A(n * n), B(n * n), C(n * n);
    for (int i = 0; i < n * n; ++i) { A[i] = i % 7; B[i] = i % 5; }
    float *dA, *dB, *dC;
    cudaMalloc(&dA, bytes);
    cudaMalloc(&dB, bytes);
    cudaMalloc(&dC, bytes);
    cudaMemcpy(dA, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(dA, dB, dC, n);
    cudaMemcpy(C.data(), dC, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float s = 0;
            for (int k = 0; k < n; ++k) s += A[i * n + k] * B[k * n + j];
            wrong += s != C[i * n + j];
        }
    printf("%d wrong elements\n", wrong);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/shared_race_missing_barrier.cu:18
//   kernel  matmul<<<(4,4,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address As[0][1]; As is float [16][16], 1024 bytes
//   other   read at emu/tests/mistakes/bad/shared_race_missing_barrier.cu:21 by block (0,0,0), thread (0,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/shared_race_missing_barrier.cu:21
//   kernel  matmul<<<(4,4,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address As[0][0]; As is float [16][16], 1024 bytes
//   other   write at emu/tests/mistakes/bad/shared_race_missing_barrier.cu:18 by block (0,0,0), thread (0,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/shared_race_missing_barrier.cu:19
//   kernel  matmul<<<(4,4,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 16
//   address Bs[1][0]; Bs is float [16][16], 1024 bytes
//   other   read at emu/tests/mistakes/bad/shared_race_missing_barrier.cu:21 by block (0,0,0), thread (0,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/shared_race_missing_barrier.cu:21
//   kernel  matmul<<<(4,4,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 16
//   address Bs[0][0]; Bs is float [16][16], 1024 bytes
//   other   write at emu/tests/mistakes/bad/shared_race_missing_barrier.cu:19 by block (0,0,0), thread (0,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 276,480 times; first: race at emu/tests/mistakes/bad/shared_race_missing_barrier.cu:18
// exit status 1
