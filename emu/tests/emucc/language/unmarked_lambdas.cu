// expect: ok output "4 5 6 7 8 9"
// Lambdas without a mark in device code: in an extern "C" kernel, in another lambda, in a
// constructor, in a default member initialiser, in a lambda for the device, in a local class.
#include <cstdio>

template <class F> __device__ int twice(F f, int x) { return f(f(x)); }

struct Made {
    __device__ Made() : value(twice([](int a) { return a + 1; }, 3)) {}
    int value;
};

struct Initial {
    int value = twice([](int a) { return a + 1; }, 4);
};

extern "C" __global__ void first(int *out) { out[0] = twice([](int a) { return a + 1; }, 2); }

extern "C" __device__ int plain(int x) { return twice([](int a) { return a + 1; }, x); }

__global__ void others(int *out)
{
    Made made;
    Initial initial;
    auto outer = [](int x) { return twice([](int a) { return a + 1; }, x); };
    out[1] = made.value;
    out[2] = initial.value;
    out[3] = outer(5);
    out[4] = plain(6);
}

template <class F> __global__ void run(int *out, F f) { out[5] = f(7); }

int main()
{
    struct Local {
        __device__ static int of(int x) { return twice([](int a) { return a + 1; }, x) - 2; }
    };
    int *out;
    cudaMallocManaged(&out, 6 * sizeof *out);
    first<<<1, 1>>>(out);
    others<<<1, 1>>>(out);
    run<<<1, 1>>>(out, [] __device__(int x) {
        return Local::of(x) + twice([](int a) { return a + 1; }, 0);
    });
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
    cudaFree(out);
}
