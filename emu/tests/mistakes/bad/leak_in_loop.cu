// category: leak
// mistake: the scratch buffer is allocated in every iteration, only the last one is freed
// line: 22
// cure: allocate once before the loop, or free inside it
#include <cstdio>
#include <vector>

__global__ void halve(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[2 * i] + in[2 * i + 1];
}

int main()
{
    const int n = 1024;
    std::vector<int> h(n, 1);
    int *data, *scratch = nullptr, sum;
    cudaMalloc(&data, n * sizeof(int));
    cudaMemcpy(data, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int len = n / 2; len >= 1; len /= 2) {
        cudaMalloc(&scratch, len * sizeof(int));    // MISTAKE
        halve<<<(len + 127) / 128, 128>>>(data, scratch, len);
        cudaMemcpy(data, scratch, len * sizeof(int), cudaMemcpyDeviceToDevice);
    }
    cudaMemcpy(&sum, data, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum %d\n", sum);
    cudaFree(scratch);
    cudaFree(data);
    return sum != n;
}

// expected:
// emu: leak: 2048 bytes of device memory were never freed
//   at      emu/tests/mistakes/bad/leak_in_loop.cu:22
//   cure    call cudaFree when the memory is no longer needed
// emu: 1 kind of mistake, 9 times; first: leak at emu/tests/mistakes/bad/leak_in_loop.cu:22
// exit status 1
