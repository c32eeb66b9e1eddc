// category: symbol-misuse
// shows: a __managed__ variable is both host and device memory in copies, with and without cudaGetSymbolAddress
#include <cstdio>
#include <cstring>

__managed__ int numbers[4];
__managed__ int others[4];

__global__ void add(int *x) { x[threadIdx.x] += numbers[threadIdx.x]; }

int main()
{
    int h[4] = {1, 2, 3, 4}, *x;
    void *address;
    cudaMalloc(&x, sizeof(h));
    cudaMemcpy(numbers, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(numbers + 2, h, 2 * sizeof(int), cudaMemcpyHostToHost);
    cudaMemcpy(x, numbers, sizeof(h), cudaMemcpyDeviceToDevice);
    cudaMemcpy(x + 2, numbers + 1, 2 * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, 4>>>(x);

    cudaGetSymbolAddress(&address, others);
    cudaMemcpy(others, x, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(others + 2, x + 2, 2 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(h, others + 1, 3 * sizeof(int), cudaMemcpyHostToHost);
    printf("%d %d %d %d\n", others[0], h[0], h[1], h[2]);
    cudaFree(x);
    return others[0] != 2 || h[0] != 4 || h[1] != 3 || h[2] != 3 || address != others;
}
