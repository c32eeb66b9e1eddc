// expect: ok output "4 256 1024"
// Shift operators and comparisons inside the configuration and around it.
#include <cstdio>

template <int N> struct constant {
    static const int value = N;
};

__global__ void shape(int *out)
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 0;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        out[0] = gridDim.x, out[1] = blockDim.x;
}

int main()
{
    int n = 1024, *out;
    cudaMallocManaged(&out, 2 * sizeof(int));
    shape<<<n >> 8, 1 << 8, n<<0>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d ", out[0], out[1]);
    shape<<<constant<constant<4>::value>::value >> 1, (n > 3 ? 256 : 32) >> 1, n >> (1 >> 1)>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", out[0] << 9 >> (out[1] == 128 ? 0 : 9));
    cudaFree(out);
}
