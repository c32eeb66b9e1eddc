// category: missing-fence
// mistake: the lock is taken and given back without fences, so the guarded counter is not ordered by it
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
