// expect: ok
// flags: -Wall -Wextra -Wshadow -Wpedantic
// An ordinary program in which nothing deserves a warning.
__constant__ float never_read[4];
__device__ int never_called(int n) { return n; }
__device__ int never_counted;

template <int N> __global__ void scale(const float *in, float *out, int n, float factor)
{
    __shared__ float tile[N];
    extern __shared__ float dynamic[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = in[i];
        dynamic[threadIdx.x] = factor;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 1; k++)
        if (i < n)
            out[i] = tile[threadIdx.x] * dynamic[threadIdx.x];
}

int main(void)
{
    const int n = 100;
    float *in, *out, host[n];
    for (int i = 0; i < n; i++)
        host[i] = float(i);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    scale<32><<<(n + 31) / 32, 32, 32 * sizeof(float)>>>(in, out, n, 2.0f);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return host[99] != 198.0f;
}
