// category: setmaxnreg
// mistake: only the warp that loads gives registers back; its three neighbours never come to it
// line: 13 16
// cure: setmaxnreg_dec by all four warps of the warpgroup, before they part
// hangs: yes
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        if (threadIdx.x / 32 == 0)
            setmaxnreg_dec(24);    // MISTAKE: by one warp of four
        out[threadIdx.x] = threadIdx.x;
    } else {
        setmaxnreg_inc(240);
        out[threadIdx.x] = threadIdx.x;
    }
}

int main()
{
    int *out, h[384];
    cudaMalloc(&out, sizeof h);
    roles<<<1, 384>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 384; i++) wrong += h[i] != i;
    printf("%d wrong\n", wrong);
    cudaFree(out);
    return wrong != 0;
}
