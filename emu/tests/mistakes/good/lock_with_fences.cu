// category: missing-fence
// shows: a spin lock taken by one thread per block, fences after taking and before giving back
#include <cstdio>

struct Lock {
    int *word;
    __device__ void take()
    {
        while (atomicCAS(word, 0, 1) != 0) { }
        __threadfence();
    }
    __device__ void give()
    {
        __threadfence();
        atomicExch(word, 0);
    }
};

__global__ void deposit(Lock lock, int *account)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        lock.take();
        account[0] += 1;
        account[1] = account[0] * 2;
        lock.give();
    }
}

int main()
{
    Lock lock;
    int h[2], *account;
    cudaMalloc(&lock.word, sizeof(int));
    cudaMalloc(&account, sizeof(h));
    cudaMemset(lock.word, 0, sizeof(int));
    cudaMemset(account, 0, sizeof(h));
    deposit<<<50, 64>>>(lock, account);
    cudaMemcpy(h, account, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(account);
    cudaFree(lock.word);
    return h[0] != 50 || h[1] != 100;
}
