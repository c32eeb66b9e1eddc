// category: global-race
// mistake: threads of one block exchange values through global memory without a barrier
// line: 11 12
// cure: __syncthreads() between the store to tmp and the load of the other thread's element
#include <stdio.h>
#include <stdlib.h>

__global__ void reverse_scaled(const int *in, int *tmp, int *out)
{
    int t = threadIdx.x;
    tmp[t] = 3 * in[t];                     // MISTAKE
    out[t] = tmp[blockDim.x - 1 - t] + 1;   // MISTAKE
}

int main()
{
    enum { n = 512 };
    int h[n], bad = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    int *in, *tmp, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&tmp, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(tmp, 0, n * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    reverse_scaled<<<1, n>>>(in, tmp, out);
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        if (h[i] != 3 * (n - 1 - i) + 1) ++bad;
    printf("%s (%d)\n", bad ? "WRONG" : "ok", bad);
    cudaFree(in);
    cudaFree(tmp);
    cudaFree(out);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}

// expected:
// emu: race in global memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/global_race_same_block.cu:11
//   kernel  reverse_scaled<<<(1,1,1), (512,1,1)>>>
//   thread  block (0,0,0), thread (256,0,0): warp 8, lane 0
//   address byte 1024 of the 2048 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_same_block.cu:22: tmp[256] of 512 elements of 4 bytes
//   other   read at emu/tests/mistakes/bad/global_race_same_block.cu:12 by block (0,0,0), thread (255,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_same_block.cu:12
//   kernel  reverse_scaled<<<(1,1,1), (512,1,1)>>>
//   thread  block (0,0,0), thread (256,0,0): warp 8, lane 0
//   address byte 1020 of the 2048 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_same_block.cu:22: tmp[255] of 512 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_same_block.cu:11 by block (0,0,0), thread (255,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: 1 kind of mistake, 512 times; first: race at emu/tests/mistakes/bad/global_race_same_block.cu:11
// exit status 1
