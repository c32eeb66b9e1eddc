// category: misaligned-access
// mistake: the float4 view starts at element 1, 4 bytes off the 16-byte boundary
// line: 13
// cure: treat the first elements one by one until the address is a multiple of 16, then use float4
#include <cstdio>
#include <vector>

__global__ void scale4(float *x, int n4, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) {
        float4 *p = reinterpret_cast<float4 *>(x);
        float4 v = p[i];        // MISTAKE
        v.x *= f; v.y *= f; v.z *= f; v.w *= f;
        p[i] = v;
    }
}

int main()
{
    const int n = 1 + 4 * 100;
    std::vector<float> h(n, 1.0f);
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    // element 0 is the header of the record and stays unchanged
    scale4<<<1, 128>>>(d + 1, (n - 1) / 4, 3.0f);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h[n - 1] != 3.0f;
}

// expected:
// emu: misaligned: read of 16 bytes
//   at      emu/tests/mistakes/bad/misaligned_float4_offset.cu:13
//   kernel  scale4<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 4 of the 1604 bytes from cudaMalloc at emu/tests/mistakes/bad/misaligned_float4_offset.cu:24
//   cure    an access of 8 or 16 bytes (float2, float4) must start at a multiple of its size: check offsets and leading dimensions
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/misaligned_float4_offset.cu:13
// exit status 1
