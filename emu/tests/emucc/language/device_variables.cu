// expect: ok output "1 2 3 6 15 7 8 12"
// __device__, __constant__ and __managed__ variables with initialisers, arrays, several declarators,
// in namespaces, before and after the type, const ones, pointers and function pointers.
#include <cstdio>

__device__ int one = 1;
__constant__ int two[2] = {0, 2}, three = 3;
static __device__ int sums[2][2] = {{1, 2}, {3}};
const __constant__ float table[] = {4.0f, 5.0f, 6.0f};
__device__ const int *pointer;
__device__ constexpr int seven = 7;
namespace ns {
__device__ __managed__ int managed = 8;
int __device__ behind;
} // namespace ns
struct vec {
    float x, y;
};
__constant__ struct vec v = {5.0f, 6.0f};
__device__ float twice(float x) { return 2 * x; }
typedef float (*function)(float);
__device__ function by_type = twice;
__device__ float (*by_pointer)(float) = twice;
__device__ int later = 0;

__global__ void read(int *out)
{
    static __device__ int calls = 0;
    out[0] = one;
    out[1] = two[1];
    out[2] = three;
    out[3] = sums[0][0] + sums[0][1] + sums[1][0];
    out[4] = int(table[0] + table[1] + table[2]);
    out[5] = seven;
    out[6] = ns::managed;
    out[7] = int(by_type(v.x) + by_pointer(1.0f));
    pointer = &one;
    ns::behind = *pointer;
    later = ++calls;
}

int main()
{
    int *out, value = 0, behind = 0, zero = 0;
    cudaMallocManaged(&out, 8 * sizeof(int));
    read<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&behind, ns::behind, sizeof behind);
    cudaMemcpyFromSymbol(&value, later, sizeof value);
    for (int i = 0; i < 8; i++)
        printf("%d%s", out[i], i < 7 ? " " : "\n");
    cudaMemcpyToSymbol(two, &zero, sizeof zero, sizeof(int));
    read<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    ns::managed++;
    int wrong = value != 1 || behind != 1 || out[1] != 0 || ns::managed != 9;
    cudaFree(out);
    return wrong;
}
