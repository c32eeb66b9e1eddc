// expect: ok output "0 0 0 0 0 0"
// alignas, __align__ and __attribute__ in any place, with numbers, expressions and types.
#include <cstdint>
#include <cstdio>

template <int A> __global__ void aligned(unsigned *out)
{
    __shared__ char pad;
    __shared__ alignas(128) char a[3];
    alignas(float4) __shared__ char b[3];
    __shared__ __align__(A * 2) char c[3];
    __align__(16) __shared__ char d[3];
    __shared__ char e[3] __attribute__((aligned(32)));
    extern __shared__ __align__(16) unsigned char dynamic[];
    pad = 0;
    out[0] = unsigned((uintptr_t)a % 128);
    out[1] = unsigned((uintptr_t)b % 16);
    out[2] = unsigned((uintptr_t)c % (2 * A));
    out[3] = unsigned((uintptr_t)d % 16);
    out[4] = unsigned((uintptr_t)e % 32);
    out[5] = unsigned((uintptr_t)dynamic % 16);
    a[0] = b[0] = c[0] = d[0] = e[0] = pad;
}

int main()
{
    unsigned *out;
    cudaMallocManaged(&out, 6 * sizeof(unsigned));
    aligned<32><<<1, 1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        printf("%u%s", out[i], i < 5 ? " " : "\n");
    cudaFree(out);
}
