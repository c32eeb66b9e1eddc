// category: memcpy-wrong-direction
// mistake: the result comes back with cudaMemcpyHostToDevice
// line: 16
// cure: cudaMemcpyDeviceToHost (or cudaMemcpyDefault)
#include <stdio.h>

__global__ void cube(int *x) { x[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x] * x[threadIdx.x]; }

int main(void)
{
    int h[64], *d;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cube<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);     // MISTAKE
    printf("4 cubed is %d\n", h[4]);
    cudaFree(d);
    return h[4] == 64 ? 0 : 1;
}

// expected:
// emu: cudaMemcpy: the direction cudaMemcpyHostToDevice says that the target is device memory, but it is host memory
//   at      emu/tests/mistakes/bad/memcpy_direction_flag.cu:16
//   address 0x...: memory of the host program
//   cure    is this the device pointer, and are the arguments in the order (to, from)?
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/memcpy_direction_flag.cu:16
// exit status 1
