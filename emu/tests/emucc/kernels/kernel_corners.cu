// expect: ok output "8"
// More kernels: unnamed and strange parameters, templates of templates, names shared with functions.
#include <cstdio>

template <class T> struct wrap {
    T value;
};
__global__ void unnamed(int *out, int, float = 1.0f, const char * = nullptr) { atomicAdd(out, 1); }
__global__ void array_parameter(int out[], int n[1]) { atomicAdd(&out[0], n != nullptr); }
__global__ void function_parameter(int *out, void (*f)(int *)) { f(out); }
__device__ void add_one(int *out) { atomicAdd(out, 1); }
template <template <class> class W, class T> __global__ void template_template(T *out, W<T> w)
{
    atomicAdd(out, w.value);
}
template <class T, class = void> __global__ void defaulted(T *out) { atomicAdd(out, 1); }
template <class... T> __global__ void variadic(int *out, T...) { atomicAdd(out, int(sizeof...(T))); }
__global__ void same_name(int *out, int n) { atomicAdd(out, n); }
void same_name(int *out) { same_name<<<1, 1>>>(out, 1); }
class owner {
    template <class T> friend __global__ void befriended(owner o, T *out);
    int one = 1;
};
template <class T> __global__ void befriended(owner o, T *out) { atomicAdd(out, o.one); }
template __global__ void defaulted<int>(int *);

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    *out = 0;
    unnamed<<<1, 1>>>(out, 1);
    array_parameter<<<1, 1>>>(out, out);
    function_parameter<<<1, 1>>>(out, add_one);
    template_template<wrap><<<1, 1>>>(out, wrap<int>{1});
    defaulted<int><<<1, 1>>>(out);
    variadic<<<1, 1>>>(out, 0.5f);
    same_name(out);
    befriended<<<1, 1>>>(owner(), out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
