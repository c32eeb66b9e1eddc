// category: warp-mask
// mistake: the shuffle names all 32 lanes, but only 16 of them take its branch
// line: 13
// cure: shuffle outside the branch, or use the mask of the lanes that take it: 0x0000ffff
#include <cstdio>

__global__ void half_sum(const int *x, int *r)
{
    int lane = threadIdx.x;
    int v = x[lane];
    if (lane < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffffu, v, d, 16);   // MISTAKE
        if (lane == 0) *r = v;
    } else {
        r[lane] = v;
    }
}

int main()
{
    int h[32], *x, *r;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&r, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    half_sum<<<1, 32>>>(x, r);
    cudaMemcpy(h, r, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d, want 120\n", h[0]);
    cudaFree(x);
    cudaFree(r);
    return h[0] != 120;
}

// expected:
// emu: warp operation: mask 0xffffffff names lanes that have returned (0xffff0000)
//   at      emu/tests/mistakes/bad/warp_mask_in_branch.cu:13
//   kernel  half_sum<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    build the mask before lanes return, from those that will take part (__ballot_sync), or let all lanes live until the last warp operation
// emu: 1 kind of mistake, 4 times; first: warp at emu/tests/mistakes/bad/warp_mask_in_branch.cu:13
// exit status 1
