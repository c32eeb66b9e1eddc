// expect: ok output "21"
// Structures, unions, templates and types of the function's own in shared memory.
#include <cstdio>

template <class T, int N> struct storage {
    T item[N];
    __device__ T &operator[](int i) { return item[i]; }
};
typedef int name_of_a_type;
struct reduce {
    struct scratch {
        int item[4];
    };
};
template <class R> __global__ void types(int *out)
{
    struct local {
        short x, y;
    };
    __shared__ storage<float, 3> s, t[2];
    __shared__ storage<storage<int, 2>, 2> nested;
    __shared__ typename R::scratch scratch;
    __shared__ struct local pair;
    __shared__ struct {
        int a;
        int b[2];
    } anonymous, two[2];
    __shared__ union {
        float f;
        unsigned u;
    } bits;
    __shared__ float4 quad;
    __shared__ name_of_a_type x;
    s[0] = 1;
    t[1][2] = 2;
    nested[1][1] = 3;
    scratch.item[3] = 4;
    pair.y = 5;
    anonymous.b[1] = 1;
    two[1].b[0] = 2;
    bits.f = 1;
    quad = make_float4(0, 0, 0, 2);
    x = 0;
    *out = int(s[0] + t[1][2]) + nested[1][1] + scratch.item[3] + pair.y + anonymous.b[1] +
           two[1].b[0] + (bits.u == 0x3f800000) + int(quad.w) + x;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    types<reduce><<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
