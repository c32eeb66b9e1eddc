// expect: ok output "1 2 3 4 5 6 7"
// Template arguments on the kernel, explicit, deduced, defaulted, nested, with and without spaces.
#include <cstdio>

template <class T> struct box {
    T value;
};
template <class T, int N = 1> __global__ void store(T *out, T value) { out[N - 1] = value; }
template <int N, class T> __global__ void store_at(T *out, int value) { out[N] = T(value); }
namespace ns {
namespace inner {
template <class A, class B> __global__ void both(int *out, A a, B b) { *out = int(a + b); }
template <class T> __global__ void unbox(int *out, box<box<T>> b) { *out = int(b.value.value); }
} // namespace inner
} // namespace ns
template <class... T> __global__ void sum(int *out, T... values)
{
    int total = 0;
    int all[] = {int(values)...};
    for (int v : all)
        total += v;
    *out = total;
}
template <class T> struct holder {
    template <int N> static void run(T *out) { store_at<N, T><<<1, 1>>>(out, N + 3); }
};
template <class... T> void forward(int *out, T... values) { sum<<<1, 1>>>(out, values...); }

int main()
{
    int *out;
    cudaMallocManaged(&out, 8 * sizeof(int));
    store<int, 1><<<1, 1>>>(out, 1);
    store<<<1, 1>>>(out + 1, 2);
    ns::inner::both<float, double> <<<1, 1>>>(out + 2, 1.5f, 1.5);
    holder<int>::run<1>(out + 2);
    ns::inner::unbox<int><<<1, 1>>>(out + 4, {{5}});
    ::ns::inner::unbox<<<1, 1>>>(out + 5, box<box<int>>{{6}});
    forward(out + 6, 1, 2.0f, 4l);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++)
        printf("%d%s", out[i], i < 6 ? " " : "\n");
    cudaFree(out);
}
