// category: deadlock
// shows: every lane takes the lock, one after the other: take, work and give back stand in one branch of the loop
#include <cstdio>

__device__ int lock_word;

__global__ void append(int *list, int *length)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock_word, 0, 1) == 0) {
            __threadfence();
            int at = *length;
            list[at] = blockIdx.x * blockDim.x + threadIdx.x;
            *length = at + 1;
            __threadfence();
            atomicExch(&lock_word, 0);
            done = true;
        }
    }
}

int main()
{
    const int n = 4 * 40;
    int h[n], *list, *length, len = 0;
    bool seen[n] = {false};
    cudaMalloc(&list, sizeof(h));
    cudaMalloc(&length, sizeof(int));
    cudaMemset(length, 0, sizeof(int));
    append<<<4, 40>>>(list, length);
    cudaMemcpy(h, list, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(&len, length, sizeof(int), cudaMemcpyDeviceToHost);
    for (int v : h)
        if (v >= 0 && v < n) seen[v] = true;
    int missing = 0;
    for (bool s : seen) missing += !s;
    printf("%d entries, %d missing\n", len, missing);
    cudaFree(list);
    cudaFree(length);
    return len != n || missing;
}
