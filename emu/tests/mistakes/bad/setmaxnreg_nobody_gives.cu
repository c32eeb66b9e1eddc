// category: setmaxnreg-pool
// mistake: the warpgroup that loads keeps its 168 registers, so there are none to take
// line: 12 14
// cure: setmaxnreg_dec(40) where threads load
// hangs: yes
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        out[threadIdx.x] = threadIdx.x; // no setmaxnreg_dec
    } else {
        setmaxnreg_inc(232);    // MISTAKE
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
