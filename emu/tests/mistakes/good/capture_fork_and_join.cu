// category: stream-capture
// shows: a second stream joins the capture by an event and comes back by another; allocations, copies and waits are outside
#include <cstdio>

__global__ void add_one(int *x) { x[threadIdx.x] += 1; }
__global__ void sum(const int *x, const int *y, int *r) { r[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x]; }

int main()
{
    const int n = 64, size = n * sizeof(int);
    int *x, *y, *r, host[n];
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec;
    cudaMalloc(&x, size);
    cudaMalloc(&y, size);
    cudaMalloc(&r, size);
    cudaMemset(x, 0, size);
    cudaMemset(y, 0, size);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);

    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    add_one<<<1, n, 0, first>>>(x);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    add_one<<<1, n, 0, second>>>(y);
    cudaEventRecord(join, second);
    add_one<<<1, n, 0, first>>>(x);
    cudaStreamWaitEvent(first, join, 0);
    sum<<<1, n, 0, first>>>(x, y, r);
    cudaError_t error = cudaStreamEndCapture(first, &graph);
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorName(error));
        cudaGetLastError();
    } else {
        cudaGraphLaunch(exec, first);
        cudaGraphLaunch(exec, first);
        cudaStreamSynchronize(first);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
    }
    cudaMemcpy(host, error == cudaSuccess ? r : x, size, cudaMemcpyDeviceToHost);
    printf("%d\n", host[n - 1]);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(x);
    cudaFree(y);
    cudaFree(r);
    return error != cudaSuccess;
}
