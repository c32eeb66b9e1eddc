// category: bytes-race
// mistake: the second block reads the alpha bytes that the first one writes, with no order between them
// line: 9 10
// cure: two launches, one after the other
#include <cstdio>

__global__ void brighten(unsigned char *rgba, unsigned char *alpha)
{
    if (blockIdx.x == 0) rgba[threadIdx.x] += 10;               // MISTAKE
    else alpha[threadIdx.x] = rgba[threadIdx.x / 4 * 4 + 3];    // MISTAKE
}

int main()
{
    const int bytes = 256;
    unsigned char h[bytes], *rgba, *alpha;
    for (int i = 0; i < bytes; ++i) h[i] = i / 2;
    cudaMalloc(&rgba, bytes);
    cudaMalloc(&alpha, bytes);
    cudaMemcpy(rgba, h, bytes, cudaMemcpyHostToDevice);
    brighten<<<2, bytes>>>(rgba, alpha);
    cudaMemcpy(h, alpha, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < bytes; ++i) wrong += h[i] != (i / 4 * 4 + 3) / 2 + 10;
    printf("%d of %d wrong\n", wrong, bytes);
    cudaFree(rgba);
    cudaFree(alpha);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 1 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_last_byte.cu:10
//   kernel  brighten<<<(2,1,1), (256,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 3 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_last_byte.cu:18: rgba[3] of 256 elements of 1 bytes
//   other   write at emu/tests/mistakes/bad/global_race_last_byte.cu:9 by block (0,0,0), thread (3,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 128 times; first: race at emu/tests/mistakes/bad/global_race_last_byte.cu:10
// exit status 1
