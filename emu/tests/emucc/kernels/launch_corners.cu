// expect: ok output "18"
// Launches where '<' and '>' mean something else nearby.
#include <cstdio>
#include <vector>

template <int X, int Y = 1> struct extent {
    static constexpr int x = X, y = Y;
};
template <int N> constexpr int threads = N;
template <int N, bool B = false> __global__ void add(int *sum) { atomicAdd(sum, B ? 100 : N); }
__global__ void add_n(int *sum, int n) { atomicAdd(sum, n); }
struct item {
    int *sum;
    template <int N> void run() const
    {
        if constexpr (N > 1)
            add<N><<<1, 1>>>(sum);
        else
            add<1><<<1, 1>>>(this->sum);
    }
};
enum { TWO = 2, EIGHT = 8 };

int main()
{
    std::vector<std::vector<std::vector<int>>> nested(1, {{1}});
    std::vector<int> args = {1, 2, 3};
    int *sum, a = 1, b = 2;
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    item{sum}.run<1>();
    item{sum}.run<2>();
    add<(EIGHT >> 3)><<<1, 1>>>(sum);
    add<sizeof(char) << 0, (TWO > EIGHT)><<<1, 1>>>(sum);
    add<1, TWO >= EIGHT><<<1, 1>>>(sum);
    add<1><<<extent<extent<1>::x, 2>::x, threads<1> >>>(sum);
    add<1><<<dim3{1, 1}, dim3(extent<1, 1>::y), sizeof(float) * (1 << 4), nullptr>>>(sum);
    bool less = (add<1><<<1, 1>>>(sum), a < b), more = a > b;
    add_n<<<1, a < b ? 1 : 2>>>(sum, a<b ? 1 : 2);
    add_n<<<1, 1>>>(sum, extent<1, 2>::y - (a << 1) / b);
    add_n<<<1, 1>>>(sum, args[a - 1] < args[b] && args[2] > (1));
    add_n<<<1, 1>>>(sum, nested[0][0][0]);
    add_n<<<1, 1>>>(sum, b >> 1);
    auto kernel = add<1, false>;
    kernel<<<1, 1>>>(sum);
    void (*const table[])(int *) = {add<1>, add<TWO>};
    for (auto each : table)
        each<<<1, 1>>>(sum);
    cudaDeviceSynchronize();
    printf("%d\n", *sum + less - 1 + more);
    cudaFree(sum);
}
