// category: deadlock
// mistake: a hand-made grid barrier has more blocks than can be resident, and waiting blocks never end
// line: 20
// cure: cooperative launch with at most as many blocks as are resident together, or split into two kernels
// hangs: yes
#include <cstdio>

__device__ unsigned arrived;

__global__ void two_phases(int *x, int n, int blocks)
{
    __shared__ int tile[12 * 1024];     // 48 KB: a handful of blocks per multiprocessor
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = i;
    x[i] = tile[t];
    __syncthreads();
    if (t == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < blocks) { }    // MISTAKE
        __threadfence();
    }
    __syncthreads();
    tile[t] += x[n - 1 - i];
    x[n - 1 - i] = tile[t];
}

int main()
{
    const int blocks = 1000, threads = 64, n = blocks * threads;
    int *x, h = 0;
    cudaMalloc(&x, n * sizeof(int));
    two_phases<<<blocks, threads>>>(x, n, blocks);
    cudaMemcpy(&h, x, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(x);
    return h != n - 1;
}

// expected:
// emu: deadlock: of the 64 threads of this block 63 wait at a barrier, 0 at a warp operation, 1 poll memory, 0 have ended
//   at      emu/tests/mistakes/bad/deadlock_grid_barrier.cu:20
//   kernel  two_phases<<<(1000,1,1), (64,1,1)>>>
//   thread  block (527,0,0), thread (0,0,0): warp 0, lane 0
//   cure    make sure that every thread that a barrier, a warp operation or a loop waits for gets there
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/deadlock_grid_barrier.cu:20
// exit status 1
