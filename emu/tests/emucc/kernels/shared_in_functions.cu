// expect: ok output "96 1 33"
// Shared arrays of device functions, of member functions, in inner blocks; extents from template
// parameters; a different array for each instance of a template.
#include <cstdio>

template <class T, int N> __device__ T total(T value)
{
    __shared__ T all[N][1 + 1 / N];
    all[threadIdx.x][0] = value;
    __syncthreads();
    T sum = 0;
    for (int i = 0; i < N; i++)
        sum += all[i][0];
    __syncthreads();
    return sum;
}
template <int N> struct block {
    static __device__ int first(int value)
    {
        __shared__ int item;
        if (threadIdx.x == 0)
            item = value;
        __syncthreads();
        return item;
    }
};
__global__ void run(int *out)
{
    float sum = total<float, 32>(2) + total<int, 32>(1);
    int first = block<1>::first(threadIdx.x + 1);
    if (threadIdx.x < 32) {
        __shared__ int inner[32];
        inner[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0)
            out[2] = inner[31] + 2;
    }
    if (threadIdx.x == 0)
        out[0] = int(sum), out[1] = first;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 3 * sizeof(int));
    run<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(out);
}
