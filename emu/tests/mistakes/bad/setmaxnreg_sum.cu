// category: setmaxnreg
// mistake: 128 * 40 + 256 * 240 registers are more than the 384 * 168 that the block began with: the second one waits for ever
// line: 12 15
// cure: 240 and 24, or 232 and 40
// hangs: yes
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        setmaxnreg_dec(40);
        out[threadIdx.x] = threadIdx.x;
    } else {
        setmaxnreg_inc(240);    // MISTAKE: 232 would fit
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
