// category: missing-fence
// mistake: the flag is raised without a fence, so it may be seen before the data
// line: 10 17
// cure: __threadfence() between the data and the flag, and another after the wait
#include <cstdio>

__global__ void hand_over(float *box, int *ready, float *out)
{
    if (blockIdx.x == 0) {
        box[threadIdx.x] = 1.5f * threadIdx.x;      // MISTAKE
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(ready, 1);
    } else {
        if (threadIdx.x == 0)
            while (atomicAdd(ready, 0) == 0) { }
        __syncthreads();
        out[threadIdx.x] = box[threadIdx.x] + 1;    // MISTAKE
    }
}

int main()
{
    const int n = 64;
    float h[n], *box, *out;
    int *ready, wrong = 0;
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&ready, sizeof(int));
    cudaMemset(box, 0, n * sizeof(float));
    cudaMemset(ready, 0, sizeof(int));
    hand_over<<<2, n>>>(box, ready, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(box); cudaFree(out); cudaFree(ready);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/missing_fence_flag.cu:17
//   kernel  hand_over<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (63,0,0): warp 1, lane 31
//   address byte 252 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/missing_fence_flag.cu:26: box[63] of 64 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/missing_fence_flag.cu:10 by block (0,0,0), thread (63,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 64 times; first: race at emu/tests/mistakes/bad/missing_fence_flag.cu:17
// exit status 1
