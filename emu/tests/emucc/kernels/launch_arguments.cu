// expect: ok output "6 7 8 0 1 9 10"
// Commas inside parentheses, braces, templates and lambdas; null pointers; brace lists.
#include <cstddef>
#include <cstdio>
#include <utility>

struct pair {
    int a, b;
};
template <int A, int B> int product() { return A * B; }
template <class A, class B> struct two {
    A a;
    B b;
    int sum() const { return a + b; }
};

__global__ void store(int *out, int value) { *out = value; }
__global__ void store_pair(int *out, pair p) { *out = p.a + p.b; }
__global__ void is_null(int *out, const float *p, const int *q) { *out = p != nullptr || q != nullptr; }
__global__ void not_null(int *out, const int *p) { *out = p != NULL; }

int main()
{
    int *out;
    cudaMallocManaged(&out, 8 * sizeof(int));
    store<<<1, 1>>>(out, (product<2, 3>()));
    store_pair<<<1, 1>>>(out + 1, {3, 4});
    store<<<1, 1>>>(out + 2, two<int, int>{3, 5}.sum());
    is_null<<<1, 1>>>(out + 3, 0, NULL);
    not_null<<<1, 1>>>(out + 4, &out[4]);
    store<<<1, 1>>>(out + 5, [](int a, int b) { return a * b; }(3, 3));
    store<<<1, 1>>>(&out[6], std::pair<int, int>(10, 11).first);
    is_null<<<1, 1>>>(out + 7, nullptr, (0));
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++)
        printf("%d%s", out[i], i < 6 ? " " : "\n");
    int null_seen = out[7];
    cudaFree(out);
    return null_seen;
}
