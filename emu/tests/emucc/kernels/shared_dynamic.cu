// expect: ok output "6 6 6 6"
// Dynamic shared memory: in a function, at namespace scope, in a template, of two dimensions.
#include <cstdio>

extern __shared__ int everywhere[];
namespace ns {
extern __shared__ unsigned char bytes[];
__global__ void reinterpreted(int *out)
{
    int *a = reinterpret_cast<int *>(bytes), *b = (int *)bytes + 2;
    a[0] = 1, a[1] = 2, b[0] = 3;
    *out = a[0] + a[1] + ((int *)&bytes[8])[0];
}
} // namespace ns

__device__ int last(int n) { return everywhere[n - 1]; }
__global__ void at_namespace_scope(int *out)
{
    for (int i = 0; i < 3; i++)
        everywhere[i] = i + 1;
    int *p = everywhere;
    *out = p[0] + *(everywhere + 1) + last(3);
}
__global__ void parameter(int *everywhere) { *everywhere = 6; }
template <class T> __global__ void in_template(T *out)
{
    extern __shared__ T data[];
    data[0] = 6;
    *out = data[0];
}
template __global__ void in_template<int>(int *);
__global__ void rows(int *out)
{
    extern __shared__ int row[][4];
    row[1][2] = 6;
    *out = (&row[0][0])[6];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 4 * sizeof(int));
    at_namespace_scope<<<1, 1, 12>>>(out);
    ns::reinterpreted<<<1, 1, 12>>>(out + 1);
    in_template<<<1, 1, sizeof(int)>>>(out + 2);
    rows<<<1, 1, 32>>>(out + 3);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    parameter<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
