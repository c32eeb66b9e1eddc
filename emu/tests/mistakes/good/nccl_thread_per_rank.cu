// category: collective
// shows: a host thread for each rank; all threads make the same calls in the same order
#include <cstdio>
#include <cstdlib>
#include <nccl.h>
#include <thread>

const int RANKS = 2, N = 64;
static ncclUniqueId id;
static int wrong[RANKS] = {1, 1};

__global__ void fill(float *x, int rank)
{
    x[threadIdx.x] = (rank + 1) * threadIdx.x;
}

static void work(int rank)
{
    ncclComm_t comm, part;
    cudaStream_t stream;
    float *x = NULL, *sum = NULL, *largest = NULL, h[N];
    cudaSetDevice(rank);
    if (ncclCommInitRank(&comm, RANKS, id, rank) != ncclSuccess) return;
    ncclCommSplit(comm, 0, rank, &part, NULL);
    cudaStreamCreate(&stream);
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&sum, N * sizeof(float));
    cudaMalloc(&largest, N * sizeof(float));
    fill<<<1, N, 0, stream>>>(x, rank);
    ncclAllReduce(x, sum, N, ncclFloat, ncclSum, comm, stream);
    ncclAllReduce(x, largest, N, ncclFloat, ncclMax, part, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(h, sum, sizeof(h), cudaMemcpyDeviceToHost);
    wrong[rank] = 0;
    for (int i = 0; i < N; ++i) wrong[rank] += h[i] != 3 * i;
    cudaMemcpy(h, largest, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; ++i) wrong[rank] += h[i] != 2 * i;
    cudaFree(x); cudaFree(sum); cudaFree(largest);
    ncclCommDestroy(part);
    ncclCommDestroy(comm);
    cudaStreamDestroy(stream);
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    ncclGetUniqueId(&id);
    std::thread first(work, 0), second(work, 1);
    first.join();
    second.join();
    printf("%d wrong\n", wrong[0] + wrong[1]);
    return wrong[0] + wrong[1] != 0;
}
