// category: deadlock
// mistake: thread 0 waits for a flag that another thread raises only after the barrier thread 0 has not reached
// line: 14 15
// cure: raise the flag before the barrier, or drop the flag: the barrier is enough
// hangs: yes
#include <cstdio>

__global__ void wait_inside(int *data)
{
    __shared__ volatile int done;
    if (threadIdx.x == 0) done = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (!done) { }       // MISTAKE
    __syncthreads();            // MISTAKE
    if (threadIdx.x == 64) done = 1;
    data[threadIdx.x] = 1;
}

int main()
{
    int *d, h = 0;
    cudaMalloc(&d, 128 * sizeof(int));
    wait_inside<<<1, 128>>>(d);
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
    return h != 1;
}
