// expect: ok output "6 6"
// Variables of classes and namespaces that have the names of CUDA's own.
#include <cstdio>

namespace sizes {
dim3 gridDim(2);
}

struct Config {
    static dim3 blockDim;
    static const dim3 gridDim;
};
dim3 Config::blockDim(3);
const dim3 Config::gridDim(2);

template <class T> struct Box {
    static dim3 gridDim;
    dim3 blockDim;
    void run(T *out);
};
template <class T> dim3 Box<T>::gridDim(2);

__global__ void count(int *out) { atomicAdd(out, 1); }

template <class T> void Box<T>::run(T *out) { count<<<gridDim, blockDim>>>(out); }

int main()
{
    int *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    out[0] = out[1] = 0;
    static dim3 blockDim(3);
    count<<<Config::gridDim, Config::blockDim>>>(out);
    cudaDeviceSynchronize();
    const int here = out[0];
    out[0] = 0;
    count<<<sizes::gridDim, blockDim>>>(out + 1);
    Box<int> box;
    box.blockDim = 3;
    box.run(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", here, (out[0] + out[1]) / 2);
    cudaFree(out);
}
