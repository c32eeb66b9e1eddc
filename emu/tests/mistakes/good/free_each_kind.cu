// category: wrong-free
// shows: cudaFree for device and managed memory, cudaFreeHost for pinned, cudaFreeAsync for stream-ordered, free for malloc
#include <cstdio>
#include <cstdlib>

__global__ void add(int *a, const int *b, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] += b[i];
}

int main()
{
    const int n = 100;
    const size_t bytes = n * sizeof(int);
    int *plain = (int *)malloc(bytes), *pinned, *device, *managed, *ordered;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&pinned, bytes);
    cudaMalloc(&device, bytes);
    cudaMallocManaged(&managed, bytes);
    cudaMallocAsync((void **)&ordered, bytes, s);
    for (int i = 0; i < n; ++i) plain[i] = pinned[i] = managed[i] = i;
    cudaMemcpy(device, plain, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(ordered, pinned, bytes, cudaMemcpyHostToDevice, s);
    add<<<1, 64, 0, s>>>(ordered, device, n);
    add<<<1, 64, 0, s>>>(ordered, managed, n);
    cudaMemcpyAsync(pinned, ordered, bytes, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(ordered, s);
    cudaStreamSynchronize(s);
    int ok = pinned[n - 1] == 3 * (n - 1);
    printf("%d\n", pinned[n - 1]);
    cudaFree(managed);
    cudaFree(device);
    cudaFreeHost(pinned);
    cudaStreamDestroy(s);
    free(plain);
    return !ok;
}
