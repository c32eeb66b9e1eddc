// expect: ok output "3 4 5"
// Launches made by macros, with their parts from macros, over several lines.
#include <cstdio>

#define ONE 1
#define CONFIG ONE, ONE
#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define CHECKED(call)                                                                              \
    do {                                                                                           \
        call;                                                                                      \
        if (cudaGetLastError() != cudaSuccess)                                                     \
            return 1;                                                                              \
    } while (0)
#define DEFINE_STORE(name, value)                                                                  \
    __global__ void name(int *out)                                                                 \
    {                                                                                              \
        __shared__ int copy;                                                                       \
        copy = value;                                                                              \
        *out = copy;                                                                               \
    }

__global__ void store(int *out, int value) { *out = value; }
DEFINE_STORE(store_five, 5)

int main()
{
    int *out;
    cudaMallocManaged(&out, 3 * sizeof(int));
    LAUNCH(store, ONE, ONE, out, 3);
    CHECKED((store<<<CONFIG>>>(out + 1,
                               4)));
    CHECKED(LAUNCH(store_five, 1,
                   1, out + 2));
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(out);
}
