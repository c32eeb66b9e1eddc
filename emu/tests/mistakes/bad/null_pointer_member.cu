// category: null-pointer
// mistake: the bias vector of the layer was never allocated, its pointer is still null
// line: 19
// cure: allocate and copy the bias too, or test the pointer in the kernel
#include <cstdio>

struct Layer {
    float *weight = nullptr;
    float *bias = nullptr;
    int in = 0, out = 0;
};

__global__ void forward(Layer l, const float *x, float *y)
{
    int o = threadIdx.x;
    if (o >= l.out) return;
    float s = 0;
    for (int i = 0; i < l.in; ++i) s += l.weight[o * l.in + i] * x[i];
    y[o] = s + l.bias[o];       // MISTAKE
}

int main()
{
    float h[32], *x, *y;
    for (int i = 0; i < 32; ++i) h[i] = 1;
    Layer l;
    l.in = 8;
    l.out = 4;
    cudaMalloc(&l.weight, 32 * sizeof(float));
    cudaMalloc(&x, 8 * sizeof(float));
    cudaMalloc(&y, 4 * sizeof(float));
    cudaMemcpy(l.weight, h, 32 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(x, h, 8 * sizeof(float), cudaMemcpyHostToDevice);
    forward<<<1, 32>>>(l, x, y);
    cudaError_t e = cudaMemcpy(h, y, 4 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g, %s\n", h[0], cudaGetErrorString(e));
    cudaFree(l.weight); cudaFree(x); cudaFree(y);
    return e != cudaSuccess || h[0] != 8;
}

// expected:
// emu: read of 4 bytes through a null pointer
//   at      emu/tests/mistakes/bad/null_pointer_member.cu:19
//   kernel  forward<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address (nil): null
//   cure    was the pointer ever set, and did its cudaMalloc succeed?
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/null_pointer_member.cu:19
// exit status 1
