// category: memcpy-wrong-direction
// mistake: destination and source are swapped in the first copy
// line: 21
// cure: destination first: cudaMemcpy(d_in, h_in, ...)
#include <cstdio>
#include <vector>

__global__ void increment(float *v, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) v[i] += 1.0f;
}

int main()
{
    const int n = 400;
    std::vector<float> h_in(n, 41.0f);
    float *d_in;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMemset(d_in, 0, n * sizeof(float));
    cudaMemcpy(h_in.data(), d_in, n * sizeof(float), cudaMemcpyHostToDevice);   // MISTAKE
    increment<<<(n + 127) / 128, 128>>>(d_in, n);
    cudaMemcpy(h_in.data(), d_in, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("the answer is %g\n", h_in[0]);
    cudaFree(d_in);
    return h_in[0] != 42.0f;
}

// expected:
// emu: cudaMemcpy: the direction cudaMemcpyHostToDevice says that the target is device memory, but it is host memory
//   at      emu/tests/mistakes/bad/memcpy_direction_swapped.cu:21
//   address 0x...: memory of the host program
//   cure    is this the device pointer, and are the arguments in the order (to, from)?
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/memcpy_direction_swapped.cu:21
// exit status 1
