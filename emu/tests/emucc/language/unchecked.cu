// expect: ok
// flags: -Werror all-warnings
// After these pragmas nvcc does not warn of the calls in the next function.
static int next(int x) { return x + 1; }

#pragma nv_exec_check_disable
template <class F> __host__ __device__ int call(F f) { return next(f(1)); }

#pragma hd_warning_disable
__host__ __device__ int step(int x) { return next(x); }

struct Counter {
    int value;
#pragma nv_exec_check_disable
    __host__ __device__ explicit Counter(int x) : value(next(x)) {}
    _Pragma("nv_exec_check_disable") __host__ __device__ Counter &operator+=(int x)
    {
        value = next(value) + x;
        return *this;
    }
};

int main()
{
    Counter counter(-5);
    counter += call([](int x) { return x; });
    return counter.value + step(0);
}
