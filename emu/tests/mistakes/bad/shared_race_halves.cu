// category: bytes-race
// mistake: half words are exchanged between the warps without a barrier
// line: 11 12
// cure: __syncthreads() between the two statements
#include <cstdio>

__global__ void odd_ones(const unsigned short *in, unsigned short *out)
{
    __shared__ unsigned short s[64];
    const int t = threadIdx.x;
    if (t < 64) s[t] = in[t];               // MISTAKE
    if (t >= 64) out[t - 64] = s[2 * (t - 64) + 1]; // MISTAKE
}

int main()
{
    unsigned short h[64], *in, *out;
    for (int i = 0; i < 64; ++i) h[i] = i * i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, 32 * sizeof(*h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    odd_ones<<<1, 96>>>(in, out);
    cudaMemcpy(h, out, 32 * sizeof(*h), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; ++i) wrong += h[i] != (2 * i + 1) * (2 * i + 1);
    printf("%d of 32 wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: read of 2 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/shared_race_halves.cu:12
//   kernel  odd_ones<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address s[1]; s is unsigned short [64], 128 bytes
//   other   write at emu/tests/mistakes/bad/shared_race_halves.cu:11 by block (0,0,0), thread (1,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 16 times; first: race at emu/tests/mistakes/bad/shared_race_halves.cu:12
// exit status 1
