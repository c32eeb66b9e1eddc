// category: deadlock
// mistake: block 0 takes lock A then B, block 1 takes B then A
// line: 13 29
// cure: take locks in one fixed order everywhere
// hangs: yes
#include <cstdio>

__device__ int lock_of[2];
__device__ int holders;

__device__ void acquire(int *m)
{
    while (atomicCAS(m, 0, 1) != 0) { }     // MISTAKE
    __threadfence();
}

__device__ void release(int *m)
{
    __threadfence();
    atomicExch(m, 0);
}

__global__ void transfer(int *account, int amount)
{
    int from = blockIdx.x, to = 1 - blockIdx.x;
    acquire(&lock_of[from]);
    atomicAdd(&holders, 1);
    while (atomicAdd(&holders, 0) < 2) { }      // wait until both are at work
    acquire(&lock_of[to]);                      // MISTAKE
    account[from] -= amount;
    account[to] += amount;
    release(&lock_of[to]);
    release(&lock_of[from]);
}

int main()
{
    int h[2] = {100, 100}, *account;
    cudaMalloc(&account, sizeof(h));
    cudaMemcpy(account, h, sizeof(h), cudaMemcpyHostToDevice);
    transfer<<<2, 1>>>(account, 10);
    cudaMemcpy(h, account, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(account);
    return h[0] + h[1] != 200;
}

// expected:
// emu: deadlock: of the 1 threads of this block 0 wait at a barrier, 0 at a warp operation, 1 poll memory, 0 have ended
//   at      emu/tests/mistakes/bad/deadlock_two_locks.cu:13, called at emu/tests/mistakes/bad/deadlock_two_locks.cu:29
//   kernel  transfer<<<(2,1,1), (1,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   cure    make sure that every thread that a barrier, a warp operation or a loop waits for gets there
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/deadlock_two_locks.cu:13, called at emu/tests/mistakes/bad/deadlock_two_locks.cu:29
// exit status 1
