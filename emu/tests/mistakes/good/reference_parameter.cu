// category: host-pointer
// shows: kernels that take a managed object by reference
#include <cstdio>

struct Totals {
    int sum, most;
    int *values;
};

__global__ void add(Totals &totals, const int &step, int n)
{
    int i = threadIdx.x;
    if (i < n) atomicAdd(&totals.sum, totals.values[i] * step);
    if (i < n) atomicMax(&totals.most, totals.values[i]);
}

template <class T> __global__ void scale(T &object, int factor) { object.sum *= factor; }

int main()
{
    Totals *totals;
    int *step, n = 50;
    cudaMallocManaged(&totals, sizeof *totals);
    cudaMallocManaged(&step, sizeof *step);
    cudaMallocManaged(&totals->values, n * sizeof(int));
    totals->sum = totals->most = 0;
    *step = 2;
    for (int i = 0; i < n; ++i) totals->values[i] = i;
    add<<<1, 64>>>(*totals, *step, n);
    scale<Totals><<<1, 1>>>(*totals, 3);
    scale<<<1, 1>>>(*totals, 2);
    cudaDeviceSynchronize();
    printf("sum %d, most %d\n", totals->sum, totals->most);
    int wrong = totals->sum != 6 * 2450 || totals->most != 49;
    cudaFree(totals->values);
    cudaFree(totals);
    cudaFree(step);
    return wrong;
}
