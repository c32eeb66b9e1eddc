// category: infinite-loop
// mistake: waits for a flag that was read once, before the loop: only the fence is repeated
// line: 13 14
// cure: read the flag in the loop, through volatile or by an atomic
// hangs: yes
#include <cstdio>

__global__ void wait(const int *flag, int *out)
{
    int seen = *flag;
    if (blockIdx.x == 0) {
        *out = 1;
        while (seen == 0)      // MISTAKE
            __threadfence();   // MISTAKE
    }
}

int main()
{
    int h = 0, *d;
    cudaMalloc(&d, 2 * sizeof(int));
    cudaMemset(d, 0, 2 * sizeof(int));
    wait<<<2, 1>>>(d, d + 1);
    cudaMemcpy(&h, d + 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
    return h != 1;
}
