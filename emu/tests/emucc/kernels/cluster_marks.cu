// expect: ok output "2 2 4 2 8 4 6"
#include <cstdio>

#include "../../ptx/sm90.h"

// __cluster_dims__ wherever it is allowed; each kernel stores how many blocks its cluster has.
#define PAIR 2
#define SAY(i) \
    if (cluster_ctarank() == 0) \
    o[i] = cluster_nctarank()

extern "C" __global__ void __cluster_dims__(2) in_c(int *o) { SAY(0); }
namespace
{
__global__ void __launch_bounds__(64) __cluster_dims__(PAIR, 1, 1) unnamed(int *o) { SAY(1); }
}
static __cluster_dims__(4) __global__ void before(int *o) { SAY(2); }
namespace deep
{
template <class T>
__global__ void __launch_bounds__(64, 1) __cluster_dims__(1, 2) with_template(T *o) { SAY(3); }
// depends on an argument of the template
template <int M, class T> __global__ void __cluster_dims__(M * 3) asked(T o)
{
    __shared__ int mine;
    mine = 6;
    SAY(mine);
}
}
__cluster_dims__(8) __global__ void declared(int *o);
__global__ void declared(int *o) { SAY(4); }
__global__ void none(int *o, int n) { o[5] = cluster_nctarank() + n; }

int main()
{
    int *o;
    cudaMallocManaged(&o, 7 * sizeof(int));
    in_c<<<2, 1>>>(o);
    unnamed<<<2, 1>>>(o);
    before<<<4, 1>>>(o);
    deep::with_template<int><<<dim3(1, 2), 1>>>(o);
    declared<<<8, 1>>>(o);
    none<<<1, 1>>>(o, 3);
    auto *pointer = deep::asked<2, int *>;
    pointer<<<6, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d %d %d\n", o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
    cudaFree(o);
    return 0;
}
