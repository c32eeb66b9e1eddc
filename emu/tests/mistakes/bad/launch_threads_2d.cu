// category: launch-too-many-threads
// mistake: a block of 32 x 64 has 2048 threads, the limit is 1024
// line: 27
// cure: dim3 block(32, 32) and twice the blocks along y
#include <cstdio>
#include <vector>

__global__ void transpose(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

int main()
{
    const int n = 128;
    std::vector<float> h(n * n), r(n * n);
    for (int i = 0; i < n * n; ++i) h[i] = i;
    float *in, *out;
    cudaMalloc(&in, n * n * sizeof(float));
    cudaMalloc(&out, n * n * sizeof(float));
    cudaMemcpy(in, h.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, n * n * sizeof(float));
    dim3 block(32, 64);
    dim3 grid(n / block.x, n / block.y);
    transpose<<<grid, block>>>(in, out, n);     // MISTAKE
    printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
    cudaMemcpy(r.data(), out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return r[1] != h[n];
}

// expected:
// emu: launch of transpose refused (cudaErrorInvalidValue): the block (32,64,1) has 2048 threads: at most 1024, and 64 in z
//   at      emu/tests/mistakes/bad/launch_threads_2d.cu:27
// exit status 1
