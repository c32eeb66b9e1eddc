// category: syncwarp-mask
// mistake: __syncwarp() for the whole warp is in a branch that only lanes 0 to 15 take
// line: 15
// cure: move __syncwarp() after the if
#include <cstdio>

__global__ void fold(int *x)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane];
    __syncwarp();
    if (lane < 16) {
        s[lane] += s[lane + 16];
        __syncwarp();           // MISTAKE
        x[lane] = s[lane] + s[15 - lane];
    }
}

int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    fold<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d, want 62\n", h[0]);
    cudaFree(d);
    return h[0] != 62;
}

// expected:
// emu: warp operation: mask 0xffffffff names lanes that have returned (0xffff0000)
//   at      emu/tests/mistakes/bad/syncwarp_in_branch.cu:15
//   kernel  fold<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    build the mask before lanes return, from those that will take part (__ballot_sync), or let all lanes live until the last warp operation
// emu: 1 kind of mistake, once; first: warp at emu/tests/mistakes/bad/syncwarp_in_branch.cu:15
// exit status 1
