// expect: ok output "10 20 30 40 50 60 70 80"
// More declarations of device variables and functions.
#include <cstdio>

#define HD __host__ __device__
#define GLOBAL_VARIABLE __device__

typedef struct __align__(16) {
    int a, b;
} typedef_pair;
struct __align__(8) aligned_pair {
    int a, b;
};
enum color { red = 10, green = 20 };
struct outer {
    struct inner {
        int v;
        HD inner(int n) : v{n} {}
        HD inner() = default;
        inner(const inner &) = default;
    } i;
    HD explicit outer(int n) : i{n} {}
    HD operator bool() const { return i.v != 0; }
    template <class T> HD operator T() const { return T(i.v); }
    [[nodiscard]] __device__ int get() const noexcept;
};
[[nodiscard]] __device__ int outer::get() const noexcept { return i.v; }
template <class T> struct traits {
    static constexpr int size = sizeof(T);
    static __device__ T make(T x);
};
template <class T> __device__ T traits<T>::make(T x) { return x; }

GLOBAL_VARIABLE enum color c = red;
__device__ int a, b = 20, *p, d[3] = {
    1,
    2,
    30,
};
volatile __device__ int flag = 40;
__device__ volatile unsigned int counter;
__constant__ char text[] = "a, b; c";
__device__ alignas(16) float aligned_before[4] = {50};
alignas(16) __device__ float aligned_first[4];
__device__ float aligned_behind[4] __attribute__((aligned(32)));
__device__ struct tagged {
    int v;
} tagged_variable = {60};
__device__ typedef_pair pairs[2] = {{1, 2}, {3, 70}};
__device__ aligned_pair one_pair{1, 80};
template <class T> __device__ T zero = T(0);
__device__ int (*function_table[2])(int) = {nullptr, nullptr};
__device__ int (*returns_pointer(int (*f)(int)))(int) { return f; }
__device__ const char *name() { return "name"; }
__host__ __device__ constexpr int operator""_k(unsigned long long n) { return int(n) * 1000; }
__device__ constexpr int odd_sum(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (i & 1)
            sum += i;
    return sum;
}
__device__ int identity(int n) { return n; }

__global__ void run(int *out)
{
    function_table[0] = identity;
    p = &b;
    counter += 1;
    a = returns_pointer(function_table[0])(c);
    out[0] = a + (name()[0] != 'n');
    out[1] = *p + 1_k - 1000;
    out[2] = d[2] + zero<int>;
    constexpr int four = odd_sum(5);
    out[3] = flag + four - odd_sum(*p - 15);
    out[4] = int(aligned_before[0] + aligned_first[3] + aligned_behind[3]);
    out[5] = tagged_variable.v + (text[3] != 'b');
    out[6] = outer(pairs[1].b).get() + traits<int>::size - traits<int>::make(4);
    out[7] = int(outer(one_pair.b)) + (outer(0) ? 1 : 0);
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 8 * sizeof(int));
    run<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%d%s", out[i], i < 7 ? " " : "\n");
    cudaFree(out);
}
