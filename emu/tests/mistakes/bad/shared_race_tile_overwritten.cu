// category: shared-race
// mistake: the next tile is stored while slower threads still read the present one
// line: 17 20
// cure: put a second __syncthreads() at the end of the loop body
#include <cstdio>
#include <vector>

constexpr int T = 16;

// y = A x, one thread per row, x goes through shared memory piece by piece
__global__ void matvec(int n, const float *A, const float *x, float *y)
{
    __shared__ float xs[8 * T];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float dot = 0.f;
    for (int k0 = 0; k0 < n; k0 += blockDim.x) {
        xs[threadIdx.x] = x[k0 + threadIdx.x];              // MISTAKE
        __syncthreads();
        for (int k = 0; k < blockDim.x; ++k)
            dot += A[(size_t)row * n + k0 + k] * xs[k];     // MISTAKE
    }
    y[row] = dot;
}

int main()
{
    const int n = 256, threads = 8 * T;
    std::vector<float> A(n * n, 0.5f), x(n), y(n);
    for (int i = 0; i < n; ++i) x[i] = float(i % 9);
    float *dA, *dx, *dy;
    cudaMalloc((void **)&dA, A.size() * sizeof(float));
    cudaMalloc((void **)&dx, n * sizeof(float));
    cudaMalloc((void **)&dy, n * sizeof(float));
    cudaMemcpy(dA, &A[0], A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, &x[0], n * sizeof(float), cudaMemcpyHostToDevice);
    matvec <<< n / threads, threads >>> (n, dA, dx, dy);
    cudaMemcpy(&y[0], dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    float want = 0.f;
    for (float v : x) want += 0.5f * v;
    int wrong = 0;
    for (float v : y) wrong += v != want;
    printf("%d wrong\n", wrong);
    cudaFree(dA); cudaFree(dx); cudaFree(dy);
    return wrong ? 1 : 0;
}

// expected:
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/shared_race_tile_overwritten.cu:20
//   kernel  matvec<<<(2,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (96,0,0): warp 3, lane 0
//   address xs[127]; xs is float [8*T], 512 bytes
//   other   write at emu/tests/mistakes/bad/shared_race_tile_overwritten.cu:17 by block (0,0,0), thread (127,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/shared_race_tile_overwritten.cu:17
//   kernel  matvec<<<(2,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (96,0,0): warp 3, lane 0
//   address xs[96]; xs is float [8*T], 512 bytes
//   other   read at emu/tests/mistakes/bad/shared_race_tile_overwritten.cu:20 by block (0,0,0), thread (127,0,0) and others
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 16,510 times; first: race at emu/tests/mistakes/bad/shared_race_tile_overwritten.cu:20
// exit status 1
