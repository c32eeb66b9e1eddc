// category: use-after-free
// shows: a kernel argument of a class whose copy constructor and destructor call the runtime and count on the host
#include <cstdio>

static int alive;

struct Vector {
    int *p, n;
    explicit Vector(int n_) : n(n_) { cudaMalloc(&p, n * sizeof(int)), ++alive; }
    Vector(const Vector &other) : n(other.n)
    {
        cudaMalloc(&p, n * sizeof(int)), ++alive;
        cudaMemcpy(p, other.p, n * sizeof(int), cudaMemcpyDeviceToDevice);
    }
    ~Vector() { cudaFree(p), --alive; }
};

// The kernel works on a copy; what it finds there goes where the caller can see it.
__global__ void fill(Vector v, int *sum, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n) v.p[i] += i * step;
    if (i < v.n) atomicAdd(sum, v.p[i]);
}

// A template: named with its arguments at the launch.
template <class V> __global__ void twice(V v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n) v.p[i] *= 2;
}

int main()
{
    int sum = 0, *d;
    cudaMalloc(&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    {
        Vector v(100);
        cudaMemset(v.p, 0, 100 * sizeof(int));
        fill<<<4, 32>>>(v, d, 2);
        fill<<<4, 32>>>(v, d, 1);
        twice<Vector><<<4, 32>>>(v);
        cudaMemcpy(&sum, d, sizeof(int), cudaMemcpyDeviceToHost);
    }
    printf("sum %d, alive %d\n", sum, alive);
    cudaFree(d);
    return sum != 3 * 4950 || alive != 0;
}
