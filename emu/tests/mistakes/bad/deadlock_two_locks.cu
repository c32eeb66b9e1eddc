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
