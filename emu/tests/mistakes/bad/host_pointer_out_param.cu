// category: host-pointer-in-kernel
// mistake: the kernel is told to write its result to &found, a variable on the host's stack
// line: 11 21
// cure: cudaMalloc one int for the result and copy it back
#include <cstdio>

__global__ void find(const int *v, int n, int value, int *where)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] == value)
        *where = i;     // MISTAKE
}

int main()
{
    const int n = 256;
    int h[n], found = -1, *d;
    for (int i = 0; i < n; ++i) h[i] = 3 * i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    find<<<2, 128>>>(d, n, 300, &found);    // MISTAKE
    cudaDeviceSynchronize();
    printf("found at %d\n", found);
    cudaFree(d);
    return found != 100;
}
