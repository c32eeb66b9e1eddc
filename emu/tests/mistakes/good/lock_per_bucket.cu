// category: missing-fence
// shows: a lock for each of 16 buckets, taken thousands of times by 60 blocks, with fences on both sides
#include <cstdio>

enum { BUCKETS = 16, BLOCKS = 60, TURNS = 9000 };

__global__ void insert(int *lock, int *count, int *last)
{
    for (int i = 0; i < TURNS; ++i) {
        int bucket = (blockIdx.x + i) % BUCKETS;
        while (atomicCAS(&lock[bucket], 0, 1) != 0) { }
        __threadfence();
        count[bucket] += 1;
        last[bucket] = blockIdx.x;
        __threadfence();
        atomicExch(&lock[bucket], 0);
    }
}

int main()
{
    int h[BUCKETS], *lock, *count, *last, sum = 0;
    cudaMalloc(&lock, sizeof(h));
    cudaMalloc(&count, sizeof(h));
    cudaMalloc(&last, sizeof(h));
    cudaMemset(lock, 0, sizeof(h));
    cudaMemset(count, 0, sizeof(h));
    insert<<<BLOCKS, 1>>>(lock, count, last);
    cudaMemcpy(h, count, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BUCKETS; ++i) sum += h[i];
    printf("%d inserted\n", sum);
    cudaFree(lock);
    cudaFree(count);
    cudaFree(last);
    return sum != BLOCKS * TURNS;
}
