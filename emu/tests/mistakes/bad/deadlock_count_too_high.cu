// category: deadlock
// mistake: the consumer waits for gridDim.x arrivals, but only gridDim.x - 1 producers ever arrive
// line: 17
// cure: wait for gridDim.x - 1
// hangs: yes
#include <cstdio>

__device__ unsigned produced;

__global__ void gather(int *slot, int *sum)
{
    if (blockIdx.x > 0) {
        slot[blockIdx.x] = blockIdx.x;
        __threadfence();
        atomicAdd(&produced, 1u);
    } else {
        while (atomicAdd(&produced, 0u) < gridDim.x) { }    // MISTAKE
        __threadfence();
        int s = 0;
        for (int b = 1; b < gridDim.x; ++b) s += slot[b];
        *sum = s;
    }
}

int main()
{
    const int blocks = 8;
    int *slot, *sum, h = 0;
    cudaMalloc(&slot, blocks * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    gather<<<blocks, 1>>>(slot, sum);
    cudaMemcpy(&h, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(slot);
    cudaFree(sum);
    return h != 28;
}

// expected:
// emu: deadlock: of the 1 threads of this block 0 wait at a barrier, 0 at a warp operation, 1 poll memory, 0 have ended
//   at      emu/tests/mistakes/bad/deadlock_count_too_high.cu:17
//   kernel  gather<<<(8,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    make sure that every thread that a barrier, a warp operation or a loop waits for gets there
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/deadlock_count_too_high.cu:17
// exit status 1
