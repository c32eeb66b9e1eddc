// expect: ok
// flags: -Wall -Wextra -Wshadow -Wpedantic -Wold-style-cast -Wcast-qual -Wextra-semi -Wredundant-decls
// An ordinary program in which nothing deserves a warning.
__constant__ float never_read[4];
__device__ int never_called(int n) { return n; }
__device__ int never_counted;

extern __shared__ float dynamic[];

template <int N> __global__ void scale(const float *in, float *out, int n, float factor)
{
    __shared__ float tile[N];
    __shared__ alignas(16) unsigned char bytes[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = in[i];
        dynamic[threadIdx.x] = factor;
    }
    if (threadIdx.x == 0)
        bytes[0] = 1;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 1; k++)
        if (i < n)
            out[i] = tile[threadIdx.x] * dynamic[threadIdx.x] * static_cast<float>(bytes[0]);
}

int main(void)
{
    const int n = 100;
    float *in, *out, host[n];
    for (int i = 0; i < n; i++)
        host[i] = static_cast<float>(i);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    void (*kernel)(const float *, float *, int, float) = scale<32>;
    kernel<<<(n + 31) / 32, 32, 32 * sizeof(float)>>>(in, out, n, 2.0f);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    scale<32><<<1, 32, 32 * sizeof(float)>>>(nullptr, nullptr, 0, 0);
    return host[99] != 198.0f;
}
