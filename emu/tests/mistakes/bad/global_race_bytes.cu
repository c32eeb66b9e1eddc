// category: bytes-race
// mistake: each image of the batch has its own blocks, but all of them write the bytes of the first image
// line: 11
// cure: out + blockIdx.z * bytes + x
#include <cstdio>

__global__ void halve(const unsigned char *in, unsigned char *out, int bytes)
{
    const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    const unsigned char *from = in + blockIdx.z * bytes + x;
    *(uchar2 *)(out + x) = make_uchar2(from[0] / 2, from[1] / 2);      // MISTAKE
}

int main()
{
    const int bytes = 256, images = 2;
    unsigned char h[images * bytes], *in, *out;
    for (int i = 0; i < images * bytes; ++i) h[i] = i / 3;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(h));
    halve<<<dim3(2, 1, images), bytes / 4>>>(in, out, bytes);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < images * bytes; ++i) wrong += h[i] != i / 3 / 2;
    printf("%d of %d wrong\n", wrong, images * bytes);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in global memory: write of 2 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_bytes.cu:11
//   kernel  halve<<<(2,1,2), (64,1,1)>>>
//   thread  block (0,0,1), thread (2,0,0): warp 0, lane 2
//   address byte 4 of the 512 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_bytes.cu:20: out[2] of 256 elements of 2 bytes
//   other   write at emu/tests/mistakes/bad/global_race_bytes.cu:11 by block (0,0,0), thread (2,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 32 times; first: race at emu/tests/mistakes/bad/global_race_bytes.cu:11
// exit status 1
