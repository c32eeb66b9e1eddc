// expect: ok output "9 10 23 30 34"
// __LINE__ and the lines of messages stay the user's own after every rewriting.
#include <cstdio>

__device__ int lines[5];
__global__ void __launch_bounds__(32,
                                  1) record(int *out)
{
    __shared__ int a, b[2], *c; lines[0] = __LINE__;
    a = 1, b[0] = a, c = b; lines[1] = __LINE__;
    *out = *c;
}

int main()
{
    int *out, result[5], after;
    cudaMallocManaged(&out, sizeof(int));
    record<<<
        1,
        1
    >>>(
        out
    ); after = __LINE__;
    cudaMemcpyFromSymbol(result, lines, sizeof result);
    result[2] = after;
    record<<<1, 1>>>(
        [=] {
            return out;
        }());
    result[3] = __LINE__;
#define LONG(x)                                                                                    \
    record<<<1, 1>>>(x)
    LONG(out);
    result[4] = __LINE__;
    cudaDeviceSynchronize();
    for (int i = 0; i < 5; i++)
        printf("%d%s", result[i], i < 4 ? " " : "\n");
    cudaFree(out);
}
