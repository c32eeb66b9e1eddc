// category: warp-mask
// shows: all lanes vote, those past n with false, and only then leave
#include <cstdio>

__global__ void compact(const int *x, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool keep = i < n && x[i] > 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0 && votes) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (!keep) return;
    out[base + __popc(votes & ((1u << lane) - 1))] = x[i];
}

int main()
{
    const int n = 333;
    int h[n], *x, *out, *count, kept = 0, sum = 0, want = 0;
    for (int i = 0; i < n; ++i) {
        h[i] = i % 5 - 2;
        want += h[i] > 0 ? h[i] : 0;
    }
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    compact<<<3, 128>>>(x, n, out, count);
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h, out, kept * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < kept; ++i) sum += h[i];
    printf("%d kept\n", kept);
    cudaFree(x); cudaFree(out); cudaFree(count);
    return sum != want;
}
