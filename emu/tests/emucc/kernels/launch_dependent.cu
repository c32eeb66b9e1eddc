// expect: ok output "3 23"
// Kernels whose names depend on template parameters; operators spelled with the same characters.
#include <cstdio>

template <class T> __global__ void store(T *out, T value) { *out = value; }
struct ops {
    typedef void (*kernel)(int *, int);
    template <class T> static kernel get() { return store<T>; }
    template <class T> static constexpr kernel entry = store<T>;
};
struct stream {
    int value;
    template <class T> stream &operator<<(T n)
    {
        value = value * 2 + n;
        return *this;
    }
    bool operator<(int n) const { return value < n; }
};
template <class O, class T> void run(T *out)
{
    O::template get<T>()<<<1, 1>>>(out, 3);
    O::template entry<T><<<1, 1>>>(out + 1, 3);
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 2 * sizeof(int));
    run<ops>(out);
    cudaDeviceSynchronize();
    stream s = {1};
    s.operator<< <int>(1);
    s.operator<<<int>(0) << 1 << (s < 3 ? 2 : 3);
    printf("%d %d\n", out[0] == out[1] ? out[0] : -1, s.value - 6);
    cudaFree(out);
}
