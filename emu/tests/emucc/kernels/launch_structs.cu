// expect: ok output "36 arrived whole"
// Arguments by value that hold arrays of structures, and padding: each way to launch copies every
// byte. (If g++ 12 fills variables, it also clears the padding of temporary objects; after an
// array of structures it clears other bytes.)
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda.h>

struct maps {
    CUtensorMap map[8];
    int n;
};
struct rows {
    float4 x[16];
    char c;
};
struct nested {
    char c;
    rows r[2];
    short s;
    maps m;
};
struct pairs {
    struct {
        short a;
        char b;
    } p[40];
    char c;
};

__host__ __device__ unsigned char byte_of(int i) { return (unsigned char)(1 + i % 251); }

// *whole: 1 if each byte has its own value, also those of padding, and the last argument arrived.
template <class T> __device__ void look(int *whole, const T &x, int last)
{
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&x);
    int equal = last == 7;
    for (int i = 0; i < (int)sizeof x; i++)
        equal &= bytes[i] == byte_of(i);
    *whole = equal;
}
template <class T> __global__ void take(int *whole, const T x, int last) { look(whole, x, last); }
template <class T> __global__ void take_first(const __grid_constant__ T x, int *whole, int last)
{
    look(whole, x, last);
}
template <class T> __global__ void pass(int *whole, const T x) { take<<<1, 1>>>(whole, x, 7); }
template <class T> __global__ void together(int *whole, const T x, int last)
{
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0)
        look(whole, x, last);
}

static int arrived, launched;
static int *whole;

static void check(const char *how, size_t bytes)
{
    launched++;
    if (cudaDeviceSynchronize() == cudaSuccess && *whole == 1)
        arrived++;
    else
        printf("%s, %zu bytes: lost some. ", how, bytes);
    *whole = 0;
}

template <class T> static void by_graph(void **arguments)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaKernelNodeParams params = {};
    params.func = (void *)take<T>;
    params.gridDim = params.blockDim = 1;
    params.kernelParams = arguments;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    check("a graph", sizeof(T));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

template <class T> static void launch_all()
{
    T x;
    int last = 7;
    void *arguments[] = {&whole, &x, &last}, *of_first[] = {&x, &whole, &last};
    for (int i = 0; i < (int)sizeof x; i++)
        reinterpret_cast<unsigned char *>(&x)[i] = byte_of(i);

    take<<<1, 1>>>(whole, x, last);
    check("<<<>>>", sizeof x);
    take_first<<<1, 1>>>(x, whole, last);
    check("<<<>>>, first", sizeof x);
    void (*const kernel[])(int *, const T, int) = {take<T>};
    kernel[0]<<<1, 1>>>(whole, x, last);
    check("<<<>>> of an expression", sizeof x);
    pass<<<1, 1>>>(whole, x);
    check("<<<>>> in a kernel", sizeof x);

    cudaLaunchKernel(take<T>, 1, 1, arguments, 0, 0);
    check("cudaLaunchKernel", sizeof x);
    cudaLaunchKernel((void *)take_first<T>, 1, 1, of_first, 0, 0);
    check("cudaLaunchKernel of an address", sizeof x);
    cudaLaunchCooperativeKernel(together<T>, 2, 1, arguments, 0, 0);
    check("cudaLaunchCooperativeKernel", sizeof x);
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    cudaLaunchKernelEx(&config, take<T>, whole, x, last);
    check("cudaLaunchKernelEx", sizeof x);
    by_graph<T>(arguments);
}

int main()
{
    cudaMallocManaged(&whole, sizeof *whole);
    *whole = 0;
    launch_all<maps>();
    launch_all<rows>();
    launch_all<nested>();
    launch_all<pairs>();
    printf("%d arrived whole\n", arrived);
    cudaFree(whole);
    return arrived != launched;
}
