// category: host-pointer-in-kernel
// shows: array of structs in device memory, each with a pointer to device memory (deep copy done right)
#include <cstdio>

struct Row {
    int len;
    const float *v;
};

__global__ void row_sums(const Row *rows, float *sum)
{
    const Row &r = rows[threadIdx.x];
    float s = 0;
    for (int i = 0; i < r.len; ++i) s += r.v[i];
    sum[threadIdx.x] = s;
}

int main()
{
    const int n = 5;
    float ones[n] = {1, 1, 1, 1, 1}, r[n], *sum;
    Row h[n], *d;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        float *v;
        h[i].len = i + 1;
        cudaMalloc(&v, (i + 1) * sizeof(float));
        cudaMemcpy(v, ones, (i + 1) * sizeof(float), cudaMemcpyHostToDevice);
        h[i].v = v;
    }
    cudaMalloc(&d, sizeof(h));
    cudaMalloc(&sum, sizeof(r));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    row_sums<<<1, n>>>(d, sum);
    cudaMemcpy(r, sum, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) {
        wrong += r[i] != i + 1;
        cudaFree((void *)h[i].v);
    }
    printf("%d wrong\n", wrong);
    cudaFree(d);
    cudaFree(sum);
    return wrong;
}
