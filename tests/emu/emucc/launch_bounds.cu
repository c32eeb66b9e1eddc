// expect: ok output "invalid argument, ran 0"
// A GPU refuses a block of more threads than __launch_bounds__ promises.
#include <cstdio>

static __device__ int ran;
template <class T> __global__ void __launch_bounds__(sizeof(T) * 16) run(T) { atomicAdd(&ran, 1); }

int main()
{
    int count;
    run<int><<<1, 65>>>(1);
    const cudaError_t error = cudaGetLastError();
    cudaMemcpyFromSymbol(&count, ran, sizeof count);
    printf("%s, ran %d\n", cudaGetErrorString(error), count);
}
