// category: atomic-missing
// shows: stream compaction: atomicAdd assigns slots, so all plain stores go to different elements
#include <cstdio>
#include <vector>

__global__ void keep_even(const int *x, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] % 2 == 0) {
        int slot = atomicAdd(count, 1);
        out[slot] = x[i];
    }
}

int main()
{
    const int n = 1500;
    std::vector<int> h(n), r(n, 0);
    for (int i = 0; i < n; ++i) h[i] = 3 * i + 1;
    int *x, *out, *count, kept = 0;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    keep_even<<<(n + 255) / 256, 256>>>(x, n, out, count);
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(r.data(), out, kept * sizeof(int), cudaMemcpyDeviceToHost);
    long long sum = 0, want = 0;
    for (int i = 0; i < kept; ++i) sum += r[i];
    for (int v : h) want += v % 2 ? 0 : v;
    printf("%d kept, sum %lld\n", kept, sum);
    cudaFree(x); cudaFree(out); cudaFree(count);
    return sum != want;
}
