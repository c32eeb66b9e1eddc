// category: infinite-loop
// mistake: the stride starts at 0 and doubling leaves it there
// line: 14 15 16 17 18
// cure: start with stride = 1
// hangs: yes
#include <cstdio>

__global__ void sum(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int stride = 0; stride < 64; stride *= 2) {    // MISTAKE
        int add = t + stride < 64 ? s[t + stride] : 0;
        __syncthreads();                                // MISTAKE
        s[t] += add;
        __syncthreads();                                // MISTAKE
    }
    x[t] = s[t];
}

int main()
{
    int h[64], *d;
    for (int i = 0; i < 64; ++i) h[i] = 1;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return h[0] != 64;
}

// expected:
// emu: endless loop? no block of the kernel has ended for a long time
//   at      emu/tests/mistakes/bad/infinite_loop_doubling.cu:...
//   kernel  sum<<<(1,1,1), (64,1,1)>>>
//   thread  ...
//   cure    does every loop come to its end, for every thread's index? (EMU_TIMEOUT=seconds allows more time, 0 any)
// emu: 1 kind of mistake, once; first: endless at emu/tests/mistakes/bad/infinite_loop_doubling.cu:...
// exit status 1
