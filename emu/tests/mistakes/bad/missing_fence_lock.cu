// category: missing-fence
// mistake: the lock is taken and released without fences, so it does not order the counter's accesses
// line: 13
// cure: __threadfence() after the lock is taken and before it is released
#include <cstdio>

__device__ int mutex = 0;

__global__ void deposit(int *account)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) { }
        *account = *account + 5;    // MISTAKE
        atomicExch(&mutex, 0);
    }
}

int main()
{
    const int blocks = 40;
    int *account, h = 0;
    cudaMalloc(&account, sizeof(int));
    cudaMemset(account, 0, sizeof(int));
    deposit<<<blocks, 32>>>(account);
    cudaMemcpy(&h, account, sizeof(int), cudaMemcpyDeviceToHost);
    printf("balance %d, want %d\n", h, 5 * blocks);
    cudaFree(account);
    return h != 5 * blocks;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/missing_fence_lock.cu:13
//   kernel  deposit<<<(40,1,1), (32,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/missing_fence_lock.cu:22: account[0] of 1 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/missing_fence_lock.cu:13 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/missing_fence_lock.cu:13
//   kernel  deposit<<<(40,1,1), (32,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/missing_fence_lock.cu:22: account[0] of 1 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/missing_fence_lock.cu:13 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 78 times; first: race at emu/tests/mistakes/bad/missing_fence_lock.cu:13
// exit status 1
