// category: shuffle-inactive-lane
// mistake: lanes 0 to 15 shuffle among themselves but request the value of lane 20
// line: 12
// cure: read from a lane that takes part, or let the whole warp shuffle
#include <cstdio>

__global__ void pick(const int *x, int *out)
{
    int lane = threadIdx.x, v = x[lane];
    int got = -1;
    if (lane < 16)
        got = __shfl_sync(0x0000ffff, v, 20);   // MISTAKE
    out[lane] = got;
}

int main()
{
    int h[32], *x, *out;
    for (int i = 0; i < 32; ++i) h[i] = 100 + i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    pick<<<1, 32>>>(x, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(x);
    cudaFree(out);
    return h[0] != 120;
}

// expected:
// emu: shuffle: lane 0 reads from lane 20, which does not take part
//   at      emu/tests/mistakes/bad/shuffle_from_outside_mask.cu:12
//   kernel  pick<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    let every lane that is read from take part, with its bit in the mask
// emu: 1 kind of mistake, 16 times; first: warp at emu/tests/mistakes/bad/shuffle_from_outside_mask.cu:12
// exit status 1
