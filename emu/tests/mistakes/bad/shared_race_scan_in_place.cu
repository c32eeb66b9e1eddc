// category: shared-race
// mistake: in-place Hillis-Steele step reads its left neighbour while that neighbour writes
// line: 17
// cure: read into a register, __syncthreads(), then add (or use two buffers)
#include <stdio.h>

#define N 256

__global__ void prefix_sum(int *data)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        if (t >= d)
            s[t] += s[t - d];   // MISTAKE
        __syncthreads();
    }
    data[t] = s[t];
}

int main(void)
{
    int h[N], *d, wrong = 0;
    for (int i = 0; i < N; i++) h[i] = 1;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    prefix_sum<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) wrong += h[i] != i + 1;
    printf("wrong sums: %d\n", wrong);
    cudaFree(d);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/shared_race_scan_in_place.cu:17
//   kernel  prefix_sum<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (225,0,0): warp 7, lane 1
//   address s[224]; s is int [256], 1024 bytes
//   other   write at emu/tests/mistakes/bad/shared_race_scan_in_place.cu:17 by block (0,0,0), thread (224,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/shared_race_scan_in_place.cu:17
//   kernel  prefix_sum<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (254,0,0): warp 7, lane 30
//   address s[254]; s is int [256], 1024 bytes
//   other   read at emu/tests/mistakes/bad/shared_race_scan_in_place.cu:17 by block (0,0,0), thread (255,0,0) and others
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 1,538 times; first: race at emu/tests/mistakes/bad/shared_race_scan_in_place.cu:17
// exit status 1
