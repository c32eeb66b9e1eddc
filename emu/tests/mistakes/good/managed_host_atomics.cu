// category: missing-sync
// shows: host and kernel add to one managed counter with atomics at the same time; the host polls a flag after a fence
#include <atomic>
#include <cstdio>

__global__ void add(int *counter, int *data, volatile int *flag)
{
    for (int i = 0; i < 100; ++i) atomicAdd_system(counter, 1);
    if (threadIdx.x == 0) {
        *data = 42;
        __threadfence_system();
        *flag = 1;
    }
}

int main()
{
    int concurrent = 0, *shared, seen;
    cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0);
    if (!concurrent) return 0;
    cudaMallocManaged(&shared, 3 * sizeof(int));
    shared[0] = shared[1] = shared[2] = 0;
    add<<<1, 32>>>(&shared[0], &shared[1], &shared[2]);
    for (int i = 0; i < 100; ++i) __sync_fetch_and_add(&shared[0], 1);
    while (__atomic_load_n(&shared[2], __ATOMIC_ACQUIRE) == 0) { }
    seen = shared[1];
    add<<<1, 32>>>(&shared[0], &shared[1], &shared[2]);
    while (*(volatile int *)&shared[2] == 0) { }
    cudaDeviceSynchronize();
    printf("%d %d\n", shared[0], seen);
    int wrong = shared[0] != 6500 || seen != 42;
    cudaFree(shared);
    return wrong;
}
