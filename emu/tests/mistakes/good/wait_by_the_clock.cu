// category: infinite-loop
// shows: threads that wait for a number of clock cycles, and for a flag with a limit in cycles
#include <cstdio>

__global__ void wait(long long cycles, int *ended)
{
    long long start = clock64();
    while (clock64() - start < cycles) { }
    clock_t from = clock();
    while (clock() - from < 1000) { }
    atomicAdd(ended, 1);
}

// Gives up after a while: no thread raises the flag.
__global__ void poll(volatile int *flag, int *gave_up)
{
    long long start = clock64();
    while (*flag == 0) {
        __nanosleep(100);
        if (clock64() - start > 1000000) {
            *gave_up = 1;
            break;
        }
    }
}

int main()
{
    int h[3] = {0, 0, 0}, *d;
    cudaMalloc(&d, sizeof(h));
    cudaMemset(d, 0, sizeof(h));
    wait<<<4, 32>>>(20000000, d);
    poll<<<1, 1>>>(d + 1, d + 2);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d ended, %d gave up\n", h[0], h[2]);
    cudaFree(d);
    return h[0] != 128 || h[2] != 1;
}
