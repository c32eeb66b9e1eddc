// category: divergent-barrier
// shows: every thread makes the same number of rounds, guards stand inside, exits come after the last barrier
#include <cstdio>

__global__ void accumulate(const int *in, int n, int *out)
{
    __shared__ int stage[64];
    int t = threadIdx.x, sum = 0;
    for (int base = 0; base < n; base += 64) {
        if (base + t < n) stage[t] = in[base + t];
        __syncthreads();
        int left = (t + 63) % 64;
        if (base + left < n) sum += stage[left];
        __syncthreads();
    }
    if (t >= 50) return;
    out[t] = sum;
}

int main()
{
    const int n = 150;
    int h[n], r[50], *in, *out, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    accumulate<<<1, 64>>>(in, n, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int t = 0; t < 50; ++t) {
        int want = 0;
        for (int i = (t + 63) % 64; i < n; i += 64) want += i;
        wrong += r[t] != want;
    }
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong;
}
