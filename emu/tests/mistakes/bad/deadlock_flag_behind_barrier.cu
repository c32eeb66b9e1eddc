// category: deadlock
// mistake: thread 0 waits for a flag that is raised only after a barrier that thread 0 has not reached
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

// expected:
// emu: deadlock: of the 128 threads of this block 127 wait at a barrier, 0 at a warp operation, 1 poll memory, 0 have ended
//   at      emu/tests/mistakes/bad/deadlock_flag_behind_barrier.cu:14
//   kernel  wait_inside<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    make sure that every thread that a barrier, a warp operation or a loop waits for gets there
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/deadlock_flag_behind_barrier.cu:14
// exit status 1
