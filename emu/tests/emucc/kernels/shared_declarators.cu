// expect: ok output "4 132 8 4 24 128 0"
// Several declarators, pointers, arrays of several dimensions; sizeof sees the variable's own type.
#include <cstdio>

enum { ROWS = 4, COLUMNS = 8 };

__global__ void sizes(int *out)
{
    __shared__ float a, b[32 + 1], *p;
    static __shared__ volatile int v;
    __shared__ double c[3];
    __shared__ unsigned int tile[ROWS][COLUMNS];
    __shared__ float (*row)[COLUMNS];
    __shared__ const float *__restrict__ q;
    p = &a, q = p, v = 0, row = nullptr;
    tile[3][7] = 0, b[32] = 0, c[2] = 0;
    int sizes[] = {int(sizeof a), int(sizeof(b)), int(sizeof p), int(sizeof v), int(sizeof c),
                   int(sizeof tile), int(row != nullptr || q != p)};
    for (int i = 0; i < 7; i++)
        out[i] = sizes[i];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 7 * sizeof(int));
    sizes<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++)
        printf("%d%s", out[i], i < 6 ? " " : "\n");
    cudaFree(out);
}
