// expect: ok output "6"
// Calls that look like those of kernels, and are of functions with the same name.
#include <algorithm>
#include <vector>

__global__ void fill(int *first, int *last, int value) { *first = last - first + value; }
__global__ void scale(int *x) { x[0] *= 2; }
__global__ void add(int *x) { x[0] += 1; }
__global__ void twice(int *x) { x[0] += x[0]; }

static void twice(int &x)
{
    x += x;
}

struct counter {
    int count;
    void add(int by) { count += by; }
    void add_twice();
};
void counter::add_twice()
{
    add(1);
    add(1);
}

static void apply(void (*scale)(int &), int &x)
{
    scale(x);
}

int main()
{
    counter c = {0};
    c.add_twice();
    auto add = [&](int by) { c.count += by; };
    add(1);
    apply([](int &x) { x += 0; }, c.count);
    twice(c.count);
    std::vector<int> v(3);
    fill(v.begin(), v.end(), 0); // std::fill
    c.count += v[0];
    printf("%d\n", c.count);
    return 0;
}
